#include "viewer/render/shader.h"

#include <fstream>
#include <sstream>
#include <stdexcept>

#include "engine/scene/scene_io.h"

namespace spook {
namespace {

std::string read_text(const std::filesystem::path& file) {
  std::ifstream in(file);
  if (!in) throw std::runtime_error("cannot read " + file.string() + " (is SPOOK_ASSETS right?)");
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

GLuint compile(GLenum stage, const std::string& file, const std::vector<std::string>& defines) {
  const std::filesystem::path folder = assets_folder() / "shaders";
  std::string text = "#version 410 core\n";
  if (stage == GL_FRAGMENT_SHADER) text += "#define FRAGMENT\n";
  for (const std::string& define : defines) text += "#define " + define + "\n";
  text += read_text(folder / "common.glsl") + read_text(folder / file);
  const char* source = text.c_str();
  const GLuint shader = glCreateShader(stage);
  glShaderSource(shader, 1, &source, nullptr);
  glCompileShader(shader);
  GLint good = 0;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &good);
  if (!good) {
    char log[2048];
    glGetShaderInfoLog(shader, sizeof log, nullptr, log);
    throw std::runtime_error("shader " + file + ": " + log);
  }
  return shader;
}

}  // namespace

Shader::Shader(const std::string& vertex_file, const std::string& fragment_file,
               const std::vector<std::string>& defines) {
  const GLuint vertex = compile(GL_VERTEX_SHADER, vertex_file, defines);
  const GLuint fragment = compile(GL_FRAGMENT_SHADER, fragment_file, defines);
  program_.reset(glCreateProgram());
  glAttachShader(program_, vertex);
  glAttachShader(program_, fragment);
  glLinkProgram(program_);
  glDeleteShader(vertex);
  glDeleteShader(fragment);
  GLint good = 0;
  glGetProgramiv(program_, GL_LINK_STATUS, &good);
  if (!good) {
    char log[2048];
    glGetProgramInfoLog(program_, sizeof log, nullptr, log);
    throw std::runtime_error("shader " + fragment_file + ": " + log);
  }
}

GLint Shader::location(const char* name) const {
  auto found = locations_.find(name);
  if (found == locations_.end()) found = locations_.emplace(name, glGetUniformLocation(program_, name)).first;
  return found->second;
}

}  // namespace spook
