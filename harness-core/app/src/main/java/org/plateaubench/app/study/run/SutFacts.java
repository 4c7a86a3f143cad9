// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.store.RunEnvironment;

/**
 * The facts that the SUTs of a run report about themselves, such as their version, their place and their settings.
 * Immutable.
 *
 * @param bySut facts by name, by the name of the SUT
 */
public record SutFacts(Map<String, Map<String, String>> bySut) {
    /** The facts in the environment of a run, null when it has none. */
    public static @Nullable SutFacts of(Map<String, Object> environment) {
        Map<String, Object> suts = RunEnvironment.of(environment).suts();
        if (suts.isEmpty()) {
            return null;
        }
        Map<String, Map<String, String>> bySut = new TreeMap<>();
        suts.forEach((name, facts) -> {
            Map<String, String> texts = new TreeMap<>();
            if (facts instanceof Map<?, ?> map) {
                map.forEach((fact, value) -> texts.put(String.valueOf(fact), String.valueOf(value)));
            }
            bySut.put(name, texts);
        });
        return new SutFacts(bySut);
    }

    /**
     * The facts in which several differ.
     *
     * @return the values by SUT and fact, in the given order; empty for one without the fact
     */
    public static Map<String, List<String>> differing(List<SutFacts> all) {
        Map<String, List<String>> result = new LinkedHashMap<>();
        TreeSet<String> names = new TreeSet<>();
        for (SutFacts facts : all) {
            facts.bySut().forEach((sut, values) -> values.keySet().forEach(fact -> names.add(sut + " " + fact)));
        }
        for (String name : names) {
            List<String> values = new ArrayList<>();
            for (SutFacts facts : all) {
                values.add(facts.value(name));
            }
            if (values.stream().distinct().count() > 1) {
                result.put(name, values);
            }
        }
        return result;
    }

    private String value(String name) {
        return bySut.entrySet().stream()
                .filter(sut -> name.startsWith(sut.getKey() + " "))
                .map(sut -> sut.getValue().get(name.substring(sut.getKey().length() + 1)))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse("");
    }
}
