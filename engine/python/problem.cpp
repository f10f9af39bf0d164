// Step problems: what the solver is given in a step, as data; solved by any of the solvers, judged by the one residual.
#include "engine/python/module.h"
#include "engine/solve/solver.h"
#include "scenarios/problem_file.h"

namespace spook::python {
namespace {

using Problem = std::shared_ptr<StepProblem>;

struct Solution {
  Problem problem;
  StepSolution values;
  SolveReport report;
};

SolveOptions options_from(const py::kwargs& values) {
  Parameters parameters;
  parameters.effort.reset();  // to the end, unless told otherwise
  set_parameters(parameters, values);
  SolveOptions options = options_of(parameters);
  options.record_history = true;
  return options;
}

Solution solve_problem(const Problem& problem, const py::kwargs& values) {
  const SolveOptions options = options_from(values);
  Solution solution{problem, {}, {}};
  const py::gil_scoped_release release;
  SolverMemory memory;
  solve(*problem, options, memory, solution.values, solution.report);
  return solution;
}

py::dict judged(const Solution& solution) {
  const Residual residual = contact_residual(*solution.problem, solution.values);
  return py::dict(py::arg("normal") = residual.normal, py::arg("tangent") = residual.tangent,
                  py::arg("joints") = joint_residual(*solution.problem, solution.values),
                  py::arg("worst_contact") = residual.worst_contact);
}

// impulses found elsewhere: velocities follow from them, and the same judge looks at them
Solution from_impulses(const Problem& problem, const std::vector<double>& joints, const std::vector<Vec3>& contacts) {
  if (joints.size() != problem->rows.size() || contacts.size() != problem->contacts.size())
    throw std::invalid_argument("as many impulses as the problem has joint rows, and three a contact");
  Solution solution{problem, {}, {}};
  solution.values.joint_impulse = joints;
  solution.values.contact_impulse = contacts;
  solution.values.contact_state.assign(contacts.size(), ContactState::open);
  rebuild_velocities(*problem, solution.values);
  return solution;
}

void add_solution(py::module_& module) {
  py::class_<Solution>(module, "Solution", "What a solver found: arrays that are views into it.")
      .def_property_readonly(
          "velocities",
          [](const py::object& self) {
            const auto& v = self.cast<const Solution&>().values.velocity;
            return view_of(self, v.data(), v.size(), v.empty() ? nullptr : v.front().data(), {6});
          },
          "(bodies, 6): linear of the centre of mass, angular")
      .def_property_readonly(
          "joint_impulses",
          [](const py::object& self) {
            const auto& v = self.cast<const Solution&>().values.joint_impulse;
            return view_of(self, v.data(), v.size(), v.data());
          },
          "(rows,), N s or N m s")
      .def_property_readonly(
          "contact_impulses",
          [](const py::object& self) {
            const auto& v = self.cast<const Solution&>().values.contact_impulse;
            return view_of(self, v.data(), v.size(), v.empty() ? nullptr : v.front().data(), {3});
          },
          "(contacts, 3): normal and two tangents, N s")
      .def_property_readonly("residual", &judged, "a dict: normal, tangent and joints in N s, worst_contact")
      .def_property_readonly(
          "history", [](const Solution& s) { return history_array(s.report.history); },
          "the residual after every sweep and direct solve, a structured array as StepReport.history")
      .def_property_readonly(
          "pivots", [](const Solution& s) { return s.report.pivots; },
          "rows that changed between sticking, sliding and open, or came to a bound, over all iterations")
      .def_property_readonly(
          "factorisations", [](const Solution& s) { return s.report.factorisations; }, "of the matrix, how many")
      .def_property_readonly(
          "unsolved", [](const Solution& s) { return s.report.failed; },
          "direct solves that were cut off before they reached their tolerance");
}

}  // namespace

void add_problem(py::module_& module) {
  py::class_<StepProblem, Problem>(module, "Problem", "One step as plain data: see engine/solve/step_problem.h.")
      .def_property_readonly(
          "bodies", [](const StepProblem& p) { return p.bodies.size(); }, "how many")
      .def_property_readonly(
          "rows", [](const StepProblem& p) { return p.rows.size(); }, "of joints, how many")
      .def_property_readonly(
          "contacts", [](const StepProblem& p) { return p.contacts.size(); },
          "how many; each has a normal and two tangents")
      .def_property_readonly(
          "islands", [](const StepProblem& p) { return p.islands.size(); }, "how many can be solved apart")
      .def_readonly("time_step", &StepProblem::time_step, "s")
      .def("text", &problem_text, "Exact to the last bit; what `spook-lab solve` reads.")
      .def("save", &write_problem, py::arg("file"), "What text() gives, as a file.")
      .def("solve", &solve_problem,
           "solve(solver=\"exact\", sweeps=50, …): parameters as Scene.set has them; every solver is run to its end "
           "unless "
           "effort is given.")
      .def("with_impulses", &from_impulses, py::arg("joints"), py::arg("contacts"),
           "A Solution of impulses found by other means, to be judged.");
  module.def("load_problem", &read_problem, py::arg("file"),
             "As Problem.save and `spook-lab run --dump-problem` write them.");
  module.def(
      "parse_problem", [](const std::string& text) { return parse_problem(text, "problem"); }, py::arg("text"),
      "A Problem from what Problem.text() gave.");
  add_solution(module);
}

}  // namespace spook::python
