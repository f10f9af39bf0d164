// Bad models: one line with the place, nothing else.
#include <sys/stat.h>

#include "tests/import/import_test.h"

using namespace spook;
using namespace spook::test;

namespace {

struct Bad {
  std::string text;
  std::string expected;  // a part of the message, with the place
};

std::string mjcf(const std::string& inside) {
  return "<mujoco>\n" + inside + "</mujoco>";
}
std::string world(const std::string& inside) {
  return mjcf("<worldbody>" + inside + "</worldbody>");
}
std::string robot(const std::string& inside) {
  return "<robot name='r'>\n" + inside + "</robot>";
}
const std::string two_links = "<link name='a'/><link name='b'/>";

std::string repeated(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

const Bad bad_mjcf[] = {
    {"", "m.xml:1: the file is empty"},
    {"<mujoco>\n<worldbody>\n</mujoco>", "m.xml:"},
    {"<mujoco>\n<worldbody a=1/>\n</mujoco>", "m.xml:2: "},
    {"<html/>", "m.xml:1: <html>: expected <mujoco>"},
    {world("<body name='b'><joint/></body>"), "m.xml:2: <body>: a body that moves needs a mass"},
    {world("<geom type='box' size='1 1'/>"), "m.xml:2: <geom>: 'size'"},
    {world("<geom size='nan'/>"), "m.xml:2: <geom>: 'size': expected a finite number"},
    {world("<geom size='1' type='teapot'/>"), "m.xml:2: <geom>: unknown type 'teapot'"},
    {world("<geom size='1' class='c'/>"), "m.xml:2: <geom>: there is no default class 'c'"},
    {world("<geom type='mesh' mesh='x'/>"), "m.xml:2: <geom>: there is no mesh named 'x'"},
    {mjcf("<asset><mesh file='x.stl'/></asset>"), "m.xml:2: <mesh>: there is no file 'x.stl'"},
    {mjcf("<asset><mesh file='/etc/hostname'/></asset>"), "lies outside the model's own folder"},
    {world("<body><freejoint/><geom size='1'/><body>\n<freejoint/><geom size='1'/></body></body>"),
     "m.xml:3: <freejoint>: a free joint is for bodies of the world alone"},
    {mjcf("<worldbody/><equality>\n<connect body1='a' anchor='0 0 0'/></equality>"),
     "m.xml:3: <connect>: there is no body named 'a'"},
    {mjcf("<worldbody/><actuator>\n<motor joint='j'/></actuator>"), "m.xml:3: <motor>: there is no joint named 'j'"},
    {world("<body quat='0 0 0 0'/>"), "m.xml:2: <body>: 'quat'"},
    {world("<body name='a'/>\n<body name='a'/>"), "m.xml:3: <body>: a body named 'a' is there already"},
    {world("<geom size='1' size='2'/>"), "m.xml:2: an attribute is given twice"},
    {world("<body name='a'><geom size='1'/>\n" + repeated("<joint/>", 7) + "</body>"),
     "m.xml:3: <joint>: expected at most six degrees of freedom"},
    {mjcf("<worldbody\n" + repeated(" a='1'", 1001) + "/>"), "m.xml:3: expected at most 1000 attributes"},
    {world("<body name='\xff'/>"), "m.xml:2: expected UTF-8"},
    {world("<body name='\xed\xa0\x80'/>"), "m.xml:2: expected UTF-8"},
    // entities of their own are never expanded
    {"<!DOCTYPE m [<!ENTITY a 'aaaaaaaa'><!ENTITY b '&a;&a;&a;'>]>\n" + world("<geom size='&b;'/>"), "m.xml:"},
};

const Bad bad_urdf[] = {
    {"<robot name='r'/>", "m.urdf:1: <robot>: expected a <link>"},
    {robot("<link name='a'/>\n<link name='a'/>"), "m.urdf:3: <link>: a link named 'a' is there already"},
    {robot("<link name='a'/><joint name='j' type='fixed'>\n<parent link='a'/><child link='b'/></joint>"),
     "m.urdf:3: <child>: there is no link named 'b'"},
    {robot(two_links + "<joint name='j' type='fixed'><parent link='a'/><child link='b'/></joint>\n"
                       "<joint name='k' type='fixed'><parent link='b'/><child link='a'/></joint>"),
     "form a ring"},
    {robot(two_links + "<joint name='j' type='wobbly'>\n<parent link='a'/><child link='b'/></joint>"),
     "m.urdf:2: <joint>: 'type'"},
    {robot(two_links +
           "<joint name='j' type='continuous'><parent link='a'/><child link='b'/>\n<mimic joint='j'/></joint>"),
     "m.urdf:3: <mimic>: expected another joint"},
    {robot("<link name='a'><inertial>\n<mass value='-1'/></inertial></link>"), "m.urdf:3: <mass>: 'value'"},
    {robot("<link name='a'><inertial>\n<mass value='1e999'/></inertial></link>"), "m.urdf:3: <mass>: 'value'"},
    {robot("<link name='a'><inertial>\n<mass value='1'/><inertia ixx='1' iyy='x'/></inertial></link>"),
     "m.urdf:3: <inertia>"},
    {robot("<link name='a'><collision><geometry>\n<box size='1 0 1'/></geometry></collision></link>"),
     "m.urdf:3: <box>: 'size'"},
};

void expect_refused(const std::string& name, const Bad& bad) {
  const std::string message = refusal(name, bad.text);
  EXPECT_NE(message.find(bad.expected), std::string::npos)
      << "expected '" << bad.expected << "' in '" << message << "'";
  EXPECT_EQ(message.find('\n'), std::string::npos) << message;
}

}  // namespace

TEST(HostileModels, EachIsNamedWithItsPlaceInOneLine) {
  for (const Bad& bad : bad_mjcf) expect_refused("m.xml", bad);
  for (const Bad& bad : bad_urdf) expect_refused("m.urdf", bad);
}

TEST(HostileModels, OnlyRegularFilesOfReasonableSizeAreRead) {
  EXPECT_THROW(models::read_xml("/dev/zero"), SceneError);
  EXPECT_THROW(models::read_xml("/no/such/file.xml"), SceneError);
  const ModelFiles files;
  const auto pipe = files.folder() / "pipe.xml";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_THROW(models::read_xml(pipe), SceneError);
  models::XmlLimits small;
  small.max_bytes = 100;
  EXPECT_THROW(models::read_xml(files.write("large.xml", std::string(101, ' ')), small), SceneError);
  small.max_elements = 3;
  EXPECT_THROW(models::parse_xml("<a><b/><b/><b/></a>", "many.xml", small), SceneError);
}

TEST(HostileModels, DeepNestingAndLongChainsEndInAnAnswer) {
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += "<body>";
  EXPECT_NE(refusal("m.xml", "<mujoco><worldbody>" + deep), "");
  std::string chain = "<robot name='r'><link name='0'/>";
  for (int i = 1; i < 20'000; ++i) {
    const std::string name = std::to_string(i), parent = std::to_string(i - 1);
    chain += "<link name='" + name + "'/><joint name='j" + name + "' type='fixed'><parent link='" + parent +
             "'/><child link='" + name + "'/></joint>";
  }
  EXPECT_NE(refusal("m.urdf", chain + "</robot>").find("expected a body"), std::string::npos);
}

// both took minutes: every body beside every other, every attribute beside every other
TEST(HostileModels, FloodsOfBodiesAndFiltersEndSoon) {
  EXPECT_EQ(refusal("m.xml", world(repeated("<body><freejoint/><geom size='0.1'/></body>", 30'000))), "");
  const std::string silent = "<body><freejoint/><geom size='0.1' contype='1' conaffinity='2'/></body>";
  EXPECT_NE(refusal("m.xml", world(repeated(silent, 3000))).find("m.xml:1: <mujoco>: more pairs"), std::string::npos);
  std::string filters;
  for (int i = 1; i < 6000; ++i)
    filters += "<body><freejoint/><geom size='0.1' contype='" + std::to_string(i) + "'/></body>";
  EXPECT_NE(refusal("m.xml", world(filters)).find("m.xml:1: <mujoco>: expected at most 5000 kinds"), std::string::npos);
}

TEST(HostileModels, WhatATerminalWouldObeyIsNotPrinted) {
  const models::Note note{"m.xml", {2}, "a\x1b[31m\nb\x7f"};
  EXPECT_EQ(note.line(), "m.xml:2: a?[31m?b?");
}

TEST(HostileModels, ALinkOutOfTheFolderIsNotFollowed) {
  const ModelFiles files;
  const auto target = files.write("outside.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\n");
  const auto model = files.write("inner/m.xml", "<mujoco><asset><mesh file='link.obj'/></asset></mujoco>");
  std::filesystem::create_symlink(target, files.folder() / "inner/link.obj");
  EXPECT_THROW(models::import_model(model, {}), SceneError);
}
