// What ε and τ mean for a body of a given mass: plain functions behind the words of the Solver panel and of
// `spook-lab compliance`.
#pragma once

namespace spook {

struct Response {
  double radius;           // an error shrinks to this share of itself every step
  bool ringing, critical;  // neither: it creeps
  double turn = 0.0;       // of a ringing error, rad a step
};

// of the recurrence x⁺⁺ = trace x⁺ − determinant x
Response response_of(double trace, double determinant);
// numerics §1, for one body on one constraint
Response response(double relaxation_steps, double compliance, double h, double mass);
// where a weight rests on so many contact points, m
double rest_depth(double compliance, double weight, double points);

}  // namespace spook
