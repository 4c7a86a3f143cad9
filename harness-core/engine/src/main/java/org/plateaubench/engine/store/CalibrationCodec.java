// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.plateaubench.measure.calibration.Calibration;
import org.plateaubench.measure.calibration.Calibration.ClockCost;
import org.plateaubench.measure.calibration.Calibration.ParkError;

/** Calibrations in {@code environment.json}, by agent; raw figures in nanoseconds. */
public final class CalibrationCodec {
    /** The key in the environment. */
    public static final String KEY = "calibrations";

    private CalibrationCodec() {}

    /** The tree of calibrations by agent. */
    public static Map<String, Object> toTree(Map<String, Calibration> calibrations) {
        Map<String, Object> trees = new LinkedHashMap<>();
        new TreeMap<>(calibrations).forEach((agent, calibration) -> {
            Map<String, Object> tree = new LinkedHashMap<>();
            tree.put("clockReadNanos", calibration.clock().readNanos());
            tree.put("clockStepNanos", calibration.clock().stepNanos());
            tree.put("platformParkErrorNanos", toTree(calibration.platform()));
            tree.put("virtualParkErrorNanos", toTree(calibration.virtual()));
            tree.put("longestStallNanos", calibration.longestStallNanos());
            tree.put("lengthNanos", calibration.lengthNanos());
            trees.put(agent, tree);
        });
        return trees;
    }

    private static Map<String, Object> toTree(ParkError error) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("count", error.count());
        tree.put("p50", error.p50Nanos());
        tree.put("p90", error.p90Nanos());
        tree.put("p99", error.p99Nanos());
        tree.put("max", error.maxNanos());
        tree.put("cpuPerWait", error.cpuNanosPerWait());
        return tree;
    }

    /** The calibrations of an environment by agent. Missing or unreadable ones are left out. */
    public static Map<String, Calibration> inEnvironment(Map<String, Object> environment) {
        Map<String, Calibration> calibrations = new TreeMap<>();
        if (environment.get(KEY) instanceof Map<?, ?> trees) {
            trees.forEach((agent, tree) -> {
                try {
                    calibrations.put(String.valueOf(agent), fromTree(Tree.object(tree)));
                } catch (IllegalArgumentException | ArithmeticException e) {
                    // A calibration of another version: nothing depends on it, so it is left out.
                    calibrations.remove(String.valueOf(agent));
                }
            });
        }
        return calibrations;
    }

    private static Calibration fromTree(Map<String, Object> tree) {
        return new Calibration(
                new ClockCost(Tree.decimal(tree, "clockReadNanos"), Tree.number(tree, "clockStepNanos")),
                parkError(Tree.object(tree.get("platformParkErrorNanos"))),
                parkError(Tree.object(tree.get("virtualParkErrorNanos"))),
                Tree.number(tree, "longestStallNanos"),
                Tree.number(tree, "lengthNanos"));
    }

    private static ParkError parkError(Map<String, Object> tree) {
        return new ParkError(
                Tree.smallNumber(tree, "count"),
                Tree.number(tree, "p50"),
                Tree.number(tree, "p90"),
                Tree.number(tree, "p99"),
                Tree.number(tree, "max"),
                Tree.number(tree, "cpuPerWait"));
    }
}
