#include "scenarios/problem_file.h"

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <stdexcept>
#include <system_error>

#include "engine/scene/files.h"

namespace spook {

namespace {

constexpr const char* magic = "spook-problem 1";

// takes the fields of a thing one after another
class Writer {
 public:
  void operator()(double value) {
    char text[64] = "0 ";
    if (value != 0.0 || std::signbit(value)) std::snprintf(text, sizeof text, "%a ", value);
    text_ += text;
  }
  void operator()(int value) { text_ += std::to_string(value) + ' '; }
  template <class Derived>
  void operator()(const Eigen::MatrixBase<Derived>& matrix) {
    for (int i = 0; i < matrix.rows(); ++i)
      for (int j = 0; j < matrix.cols(); ++j) (*this)(matrix(i, j));
  }
  void word(const char* word) { text_ += std::string(word) + ' '; }
  void line() { text_.back() = '\n'; }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

class Reader {
 public:
  Reader(const std::string& text, const std::string& source) : source_(source), stream_(text) {}
  void next_line() {
    if (!std::getline(stream_, line_)) fail("the file ends too early");
    ++line_number_;
    at_ = line_.c_str();
  }
  const std::string& line() const { return line_; }
  void operator()(double& value) {
    char* end = nullptr;
    value = std::strtod(at_, &end);
    if (end == at_) fail("a number is missing");
    at_ = end;
  }
  void operator()(int& value) {
    char* end = nullptr;
    value = static_cast<int>(std::strtol(at_, &end, 10));
    if (end == at_) fail("an integer is missing");
    at_ = end;
  }
  template <class Derived>
  void operator()(Eigen::MatrixBase<Derived>& matrix) {
    for (int i = 0; i < matrix.rows(); ++i)
      for (int j = 0; j < matrix.cols(); ++j) (*this)(matrix(i, j));
  }
  // a line "name N"
  int count(const std::string& name) {
    next_line();
    if (line_.compare(0, name.size() + 1, name + ' ') != 0) fail("expected '" + name + "' and a count");
    at_ += name.size() + 1;
    int n = 0;
    (*this)(n);
    if (n < 0 || n > 100'000'000) fail("the count of " + name + " makes no sense");
    return n;
  }
  [[noreturn]] void fail(const std::string& what) const {
    throw std::runtime_error(source_ + ":" + std::to_string(line_number_) + ": " + what);
  }

 private:
  std::string source_;
  std::istringstream stream_;
  std::string line_;
  const char* at_ = nullptr;
  int line_number_ = 0;
};

// ---- one function a kind of line, the same for writing and reading
void fields(BodyBlock& body, auto& f) {
  f(body.mass), f(body.inertia), f(body.momentum), f(body.velocity);
}
void fields(JointBlock& joint, auto& f) {
  f(joint.body_count);
  for (int& body : joint.bodies) f(body);
  f(joint.first_jacobian), f(joint.first_row), f(joint.row_count);
}
void fields(JointRow& row, auto& f) {
  f(row.compliance), f(row.rhs), f(row.lower), f(row.upper), f(row.warm);
}
void fields(Mat6& jacobian, auto& f) {
  f(jacobian);
}
void fields(PairBlock& pair, auto& f) {
  f(pair.body_a), f(pair.body_b), f(pair.first_contact), f(pair.contact_count);
}
void fields(ContactRow& contact, auto& f) {
  f(contact.body_a), f(contact.body_b), f(contact.arm_a), f(contact.arm_b), f(contact.frame), f(contact.friction);
  f(contact.compliance), f(contact.bias), f(contact.friction_compliance), f(contact.friction_bias), f(contact.warm);
}
void fields(IslandRange& island, auto& f) {
  f(island.first_body), f(island.body_count), f(island.first_joint), f(island.joint_count);
  f(island.first_pair), f(island.pair_count), f(island.first_contact), f(island.contact_count);
}

template <class Item>
void write_list(Writer& writer, const char* name, const std::vector<Item>& items) {
  writer.word(name), writer(static_cast<int>(items.size())), writer.line();
  for (Item item : items) {
    fields(item, writer);
    writer.line();
  }
}

template <class Item>
void read_list(Reader& reader, const char* name, std::vector<Item>& items) {
  const int n = reader.count(name);
  items.clear();
  for (int i = 0; i < n; ++i) {
    reader.next_line();
    fields(items.emplace_back(), reader);
  }
}

bool inside(int first, int count, const auto& list) {
  return first >= 0 && count >= 0 && std::size_t(first) + std::size_t(count) <= list.size();
}

// an island's joints, pairs and contacts act on its own bodies alone, or on what does not move
void check_island(const StepProblem& p, const IslandRange& island, const auto& need) {
  need(inside(island.first_body, island.body_count, p.bodies) &&
           inside(island.first_joint, island.joint_count, p.joints) &&
           inside(island.first_pair, island.pair_count, p.pairs) &&
           inside(island.first_contact, island.contact_count, p.contacts),
       "an island points outside");
  const auto own = [&](int body) {
    return body < 0 || (body >= island.first_body && body < island.first_body + island.body_count);
  };
  constexpr const char* stranger = "an island acts on a body of another";
  for (int i = 0; i < island.joint_count; ++i)
    for (const int body : p.joints[island.first_joint + i].bodies) need(own(body), stranger);
  for (int i = 0; i < island.contact_count; ++i) {
    const ContactRow& contact = p.contacts[island.first_contact + i];
    need(own(contact.body_a) && own(contact.body_b), stranger);
  }
  for (int i = 0; i < island.pair_count; ++i) {
    const PairBlock& pair = p.pairs[island.first_pair + i];
    need(own(pair.body_a) && own(pair.body_b) && pair.first_contact >= island.first_contact &&
             pair.first_contact + pair.contact_count <= island.first_contact + island.contact_count,
         stranger);
  }
}

// every index must point at something: a damaged file may not crash a solver
void check(const StepProblem& p, const Reader& reader) {
  const auto need = [&](bool right, const char* otherwise) {
    if (!right) reader.fail(otherwise);
  };
  const auto body = [&](int index) {
    need(index >= -1 && index < static_cast<int>(p.bodies.size()), "a body index points nowhere");
  };
  for (const JointBlock& joint : p.joints) {
    need(joint.body_count <= 4 && joint.row_count <= 6 && inside(joint.first_jacobian, joint.body_count, p.jacobians) &&
             inside(joint.first_row, joint.row_count, p.rows),
         "a joint block points outside its rows or Jacobians");
    for (int index : joint.bodies) body(index);
  }
  for (const ContactRow& contact : p.contacts) body(contact.body_a), body(contact.body_b);
  for (const PairBlock& pair : p.pairs) {
    body(pair.body_a), body(pair.body_b);
    need(inside(pair.first_contact, pair.contact_count, p.contacts), "a pair points outside");
    need(pair.body_a < 0 || pair.body_a != pair.body_b, "a body makes a pair with itself");
    for (int i = 0; i < pair.contact_count; ++i) {
      const ContactRow& contact = p.contacts[pair.first_contact + i];
      need(contact.body_a == pair.body_a && contact.body_b == pair.body_b, "a pair's contact is of other bodies");
    }
  }
  for (const IslandRange& island : p.islands) check_island(p, island, need);
}

}  // namespace

std::string problem_text(const StepProblem& problem) {
  Writer writer;
  writer.word(magic), writer.line();
  writer.word("time_step"), writer(problem.time_step), writer.line();
  writer.word("positional_friction"), writer(problem.positional_friction ? 1 : 0), writer.line();
  writer.word("impact"), writer(problem.impact ? 1 : 0), writer.line();
  write_list(writer, "bodies", problem.bodies);
  write_list(writer, "joints", problem.joints);
  write_list(writer, "rows", problem.rows);
  write_list(writer, "jacobians", problem.jacobians);
  write_list(writer, "pairs", problem.pairs);
  write_list(writer, "contacts", problem.contacts);
  write_list(writer, "islands", problem.islands);
  return writer.text();
}

void write_problem(const StepProblem& problem, const std::filesystem::path& file) {
  write_file(file, problem_text(problem));
}

StepProblem read_problem(const std::filesystem::path& file) {
  return parse_problem(read_file(file), file.string());
}

StepProblem parse_problem(const std::string& text, const std::string& source) {
  Reader reader(text, source);
  StepProblem problem;
  reader.next_line();
  if (reader.line() != magic) reader.fail(std::string("expected '") + magic + "'");
  const auto named = [&](const std::string& name, auto& value) {
    reader.next_line();
    std::istringstream words(reader.line());
    std::string word, number;
    if (!(words >> word >> number) || word != name) reader.fail("expected '" + name + "' and a number");
    value = static_cast<std::remove_reference_t<decltype(value)>>(std::strtod(number.c_str(), nullptr));
  };
  named("time_step", problem.time_step);
  named("positional_friction", problem.positional_friction);
  named("impact", problem.impact);
  read_list(reader, "bodies", problem.bodies);
  read_list(reader, "joints", problem.joints);
  read_list(reader, "rows", problem.rows);
  read_list(reader, "jacobians", problem.jacobians);
  read_list(reader, "pairs", problem.pairs);
  read_list(reader, "contacts", problem.contacts);
  read_list(reader, "islands", problem.islands);
  check(problem, reader);
  return problem;
}

}  // namespace spook
