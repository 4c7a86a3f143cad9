// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study.plan;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.config.study.StudySpec;
import org.plateaubench.engine.config.study.StudySpec.Setting;
import org.plateaubench.engine.config.text.Problem;

/**
 * Which factor of a study sets which path of the run file. Of two that set one value, the first would have no effect,
 * and its cells would be the same. Not thread-safe.
 */
final class FactorPaths {
    /**
     * A factor or scenario that sets a path.
     *
     * @param words its name in messages
     * @param hasOthers whether it also sets the same value at other paths, as {@code users} does for several workloads
     */
    private record Setter(String words, boolean hasOthers) {}

    private final NavigableMap<String, Setter> setters = new TreeMap<>();

    /**
     * Adds a factor.
     *
     * @return a problem for each path that an earlier factor sets, as a whole or in part
     */
    List<Problem> add(String factor, Collection<Setting> settings) {
        List<Problem> problems = new ArrayList<>();
        for (Setting setting : settings) {
            Map.Entry<String, Setter> before = before(setting.path());
            if (before != null) {
                problems.add(Problem.at(
                        setting.location(),
                        "factors." + factor,
                        message(setting.path(), before.getKey(), before.getValue())));
            }
        }
        boolean isScenario = factor.equals(StudySpec.SCENARIO);
        Setter setter = new Setter(isScenario ? "a scenario" : "factor " + factor, !isScenario && settings.size() > 1);
        settings.forEach(setting -> setters.putIfAbsent(setting.path(), setter));
        return problems;
    }

    private static String message(String path, String other, Setter setter) {
        if (!path.equals(other)) {
            return "sets " + path + ", and " + setter.words + " sets " + other
                    + ": one is a part of the other, so name single keys";
        }
        return "sets " + path + ", which " + setter.words + " sets too: "
                + (setter.hasOthers ? "name its workloads by path" : "one of the two would have no effect");
    }

    /** The setter of the path, of an enclosing mapping or of a part of it; null if there is none. */
    private Map.@Nullable Entry<String, Setter> before(String path) {
        for (int end = path.length(); end > 0; end = path.lastIndexOf('.', end - 1)) {
            String around = path.substring(0, end);
            Setter setter = setters.get(around);
            if (setter != null) {
                return Map.entry(around, setter);
            }
        }
        // The paths below this one end before the character that follows the dot.
        return setters.subMap(path + ".", path + "/").firstEntry();
    }
}
