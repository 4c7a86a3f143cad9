// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.comparison;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.store.RunEnvironment;
import org.plateaubench.loader.Sha256;
import org.plateaubench.spi.DataDescription;

/**
 * Finds the differences between the environments of runs. The calibration of a host is measured and always differs, so
 * it is ignored. Pure functions.
 */
public final class EnvironmentDifferences {
    private static final String CAPTURED_AT = "capturedAt";
    /** States of a host that always differ. */
    private static final Pattern STATE = Pattern.compile(
            "hosts\\[[^\\]]*\\]\\.settings\\.(loadAverage|availableMemoryBytes|swapUsedBytes|stealPercentSinceStart)");
    /** The size of data, which is of interest where it differs by more than a hundredth. */
    private static final Pattern SIZE = Pattern.compile("data\\.[^.]+\\." + Pattern.quote(DataDescription.SIZE) + ".*");

    private static final double SIZE_SHARE = 0.01;

    /** A port, since an embedded SUT gets any free one. */
    private static final Pattern PORT = Pattern.compile("(?i)(port[=: ]|(?:127\\.0\\.0\\.1|localhost):)\\d+");

    /** Options that the launcher passes to the harness: the installation and its cache of classes, the width of the terminal. */
    private static final Pattern OWN_FLAG = Pattern.compile("-Dplateau\\..*|-XX:AOTCache=.*|-Xlog:(?:aot|cds)\\*=off");

    private EnvironmentDifferences() {}

    public static List<Difference> of(List<Map<String, Object>> environments) {
        List<Map<String, Object>> plain =
                environments.stream().map(EnvironmentDifferences::comparable).toList();
        List<Difference> marked = new ArrayList<>();
        for (Difference found : TreeDifferences.of(plain)) {
            marked.add(new Difference(found.path(), isMinor(found), found.values()));
        }
        return TreeDifferences.ordered(marked);
    }

    private static Map<String, Object> comparable(Map<String, Object> environment) {
        Map<String, Object> tree = new LinkedHashMap<>(environment);
        tree.remove(CAPTURED_AT);
        tree.remove(RunEnvironment.CALIBRATIONS);
        if (tree.get("plugins") instanceof List<?> plugins) {
            tree.put(
                    "plugins",
                    plugins.stream().map(EnvironmentDifferences::plugin).toList());
        }
        if (tree.get("jvm") instanceof Map<?, ?> jvm && jvm.get("flags") instanceof List<?> flags) {
            Map<Object, Object> plain = new LinkedHashMap<>(jvm);
            plain.put(
                    "flags",
                    flags.stream()
                            .filter(flag ->
                                    !OWN_FLAG.matcher(String.valueOf(flag)).matches())
                            .toList());
            tree.put("jvm", plain);
        }
        return tree;
    }

    /** A plugin with its jars' names and the beginnings of their digests. */
    private static Object plugin(Object plugin) {
        if (!(plugin instanceof Map<?, ?> map && map.get("jars") instanceof List<?> jars)) {
            return plugin;
        }
        Map<Object, Object> tree = new LinkedHashMap<>(map);
        Map<Object, Object> digests = new LinkedHashMap<>();
        for (Object jar : jars) {
            if (jar instanceof Map<?, ?> its && its.get("sha256") instanceof String digest) {
                digests.put(String.valueOf(its.get("name")), Sha256.shown(digest));
            }
        }
        tree.put("jars", digests);
        // These follow from the jars.
        tree.remove("services");
        return tree;
    }

    private static boolean isMinor(Difference difference) {
        List<@Nullable String> values = difference.values();
        if (STATE.matcher(difference.path()).matches()
                || (SIZE.matcher(difference.path()).matches() && areClose(values))) {
            return true;
        }
        @Nullable String first = withoutPorts(values.getFirst());
        return difference.path().startsWith("suts.")
                && values.stream().allMatch(value -> Objects.equals(withoutPorts(value), first));
    }

    private static boolean areClose(List<@Nullable String> values) {
        try {
            DoubleSummaryStatistics sizes = values.stream()
                    .mapToDouble(value -> Double.parseDouble(String.valueOf(value)))
                    .summaryStatistics();
            return sizes.getMax() - sizes.getMin() <= SIZE_SHARE * sizes.getMax();
        } catch (NumberFormatException e) {
            return false;
        }
    }

    private static @Nullable String withoutPorts(@Nullable String value) {
        return value == null ? null : PORT.matcher(value).replaceAll("$1*");
    }
}
