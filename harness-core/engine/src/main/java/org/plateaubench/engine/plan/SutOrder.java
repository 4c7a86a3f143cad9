// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.plan;

import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** Determines the order in which SUTs are started: by name, but each after the SUTs of its tile that it uses. */
public final class SutOrder {
    private SutOrder() {}

    public static List<PlannedSut> of(List<PlannedSut> suts, Function<PlannedSut, Collection<String>> uses) {
        Set<PlannedSut> ordered = new LinkedHashSet<>();
        suts.stream()
                .sorted(Comparator.comparing(PlannedSut::name).thenComparingInt(PlannedSut::tile))
                .forEach(sut -> add(sut, suts, uses, ordered));
        return List.copyOf(ordered);
    }

    private static void add(
            PlannedSut sut,
            List<PlannedSut> suts,
            Function<PlannedSut, Collection<String>> uses,
            Set<PlannedSut> ordered) {
        if (!ordered.contains(sut)) {
            for (String used : uses.apply(sut)) {
                suts.stream()
                        .filter(other ->
                                other.tile() == sut.tile() && other.name().equals(used))
                        .forEach(other -> add(other, suts, uses, ordered));
            }
            ordered.add(sut);
        }
    }
}
