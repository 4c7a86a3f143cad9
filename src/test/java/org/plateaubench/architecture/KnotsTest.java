// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.architecture;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.filtering;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * A knot is a group of classes of one package that refer to each other in a circle, so that none can be understood
 * without the rest. Nested classes count as their outermost one. Packages that no bound names have no knots.
 */
final class KnotsTest {

    /** Classes in knots, at most. A bound is lowered with the number, and never raised. */
    private static final Map<String, Long> MAX_CLASSES = Map.ofEntries(
            Map.entry("engine.config", 3L),
            Map.entry("engine.config.key", 2L),
            Map.entry("http.html", 2L),
            // An annotation names its extension, which reads it.
            Map.entry("junit", 2L),
            Map.entry("process", 2L),
            Map.entry("web.queue", 2L));

    private static final Map<String, Set<String>> NEIGHBOURS = neighbours();

    @Test
    void classCyclesOfPackageStayWithinBound() {
        Map<String, Long> inKnots = NEIGHBOURS.keySet().stream()
                .filter(KnotsTest::isInKnot)
                .collect(groupingBy(KnotsTest::packageOf, TreeMap::new, counting()));
        assertThat(inKnots)
                .allSatisfy((name, classes) -> assertThat(classes)
                        .as(name + " with " + knotted(name))
                        .isLessThanOrEqualTo(MAX_CLASSES.getOrDefault(name, 0L)));
    }

    private static Set<String> knotted(String name) {
        return NEIGHBOURS.keySet().stream()
                .filter(type -> packageOf(type).equals(name) && isInKnot(type))
                .collect(toSet());
    }

    /** Whether a path of references leads from a class to others of its package and back. */
    private static boolean isInKnot(String type) {
        Set<String> reached = new HashSet<>();
        Deque<String> left = new ArrayDeque<>(NEIGHBOURS.get(type));
        while (!left.isEmpty()) {
            String next = left.pop();
            if (next.equals(type)) {
                return true;
            }
            if (reached.add(next)) {
                left.addAll(NEIGHBOURS.getOrDefault(next, Set.of()));
            }
        }
        return false;
    }

    /** The other classes of its package that each outermost class refers to. */
    private static Map<String, Set<String>> neighbours() {
        return PlateauClasses.ALL.stream()
                .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
                .collect(groupingBy(
                        dependency -> outermost(dependency.getOriginClass()),
                        HashMap::new,
                        filtering(
                                KnotsTest::isWithinPackage,
                                mapping(dependency -> outermost(dependency.getTargetClass()), toSet()))));
    }

    private static boolean isWithinPackage(Dependency dependency) {
        JavaClass from = dependency.getOriginClass();
        JavaClass to = dependency.getTargetClass();
        return from.getPackageName().equals(to.getPackageName())
                && !outermost(from).equals(outermost(to));
    }

    private static String outermost(JavaClass type) {
        String name = type.getBaseComponentType().getName();
        int nested = name.indexOf('$');
        return nested < 0 ? name : name.substring(0, nested);
    }

    private static String packageOf(String type) {
        return type.substring(PlateauClasses.BASE.length() + 1, type.lastIndexOf('.'));
    }
}
