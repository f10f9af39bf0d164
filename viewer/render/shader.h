// A linked program from two files under assets/shaders, with switches put in as #defines.
#pragma once

#include <glm/glm.hpp>
#include <map>
#include <string>
#include <vector>

#include "viewer/render/gl.h"

namespace spook {

class Shader {
 public:
  Shader() = default;
  // throws std::runtime_error with the compiler's words
  Shader(const std::string& vertex_file, const std::string& fragment_file,
         const std::vector<std::string>& defines = {});

  void use() const { glUseProgram(program_); }
  void set(const char* name, int value) const { glUniform1i(location(name), value); }
  void set(const char* name, float value) const { glUniform1f(location(name), value); }
  void set(const char* name, const glm::vec2& v) const { glUniform2f(location(name), v.x, v.y); }
  void set(const char* name, const glm::vec3& v) const { glUniform3f(location(name), v.x, v.y, v.z); }
  void set(const char* name, const glm::vec4& v) const { glUniform4f(location(name), v.x, v.y, v.z, v.w); }
  void set(const char* name, const glm::mat4& m) const { glUniformMatrix4fv(location(name), 1, GL_FALSE, &m[0][0]); }

 private:
  GLint location(const char* name) const;
  GlProgram program_;
  mutable std::map<std::string, GLint> locations_;
};

}  // namespace spook
