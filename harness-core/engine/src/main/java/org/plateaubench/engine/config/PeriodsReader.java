// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.config.ConfigNode.Sequence;

/** Reads {@code periods: { count: 3 }} and {@code periods: [ { name: warm, for: 5m }, ... ]}. */
final class PeriodsReader {
    static final int MOST = 100;

    private static final String PATH = "periods";

    private PeriodsReader() {}

    static PeriodsSpec read(@Nullable ConfigNode node, Problems problems) {
        ScalarReader scalars = new ScalarReader(problems);
        return switch (node) {
            case null -> PeriodsSpec.NONE;
            case Sequence sequence -> new PeriodsSpec(null, given(sequence, scalars, problems));
            default -> {
                Section section = Section.of(PATH, node, problems);
                Integer count =
                        scalars.count(section.need("count", "how many equal periods"), section.path("count"), MOST);
                section.end();
                yield new PeriodsSpec(count, List.of());
            }
        };
    }

    private static List<PeriodsSpec.Given> given(Sequence sequence, ScalarReader scalars, Problems problems) {
        List<PeriodsSpec.Given> result = new ArrayList<>();
        List<String> names = new ArrayList<>();
        if (sequence.elements().isEmpty() || sequence.elements().size() > MOST) {
            problems.add(sequence.location(), PATH, "must hold from 1 to " + MOST + " periods");
        }
        for (int i = 0; i < Math.min(MOST, sequence.elements().size()); i++) {
            Section period =
                    Section.of(PATH + "[" + i + "]", sequence.elements().get(i), problems);
            String name = scalars.name(period.need("name", "a name"), period.path("name"));
            Duration length = scalars.durationAboveZero(period.need("for", "a duration"), period.path("for"));
            period.end();
            if (name != null && names.contains(name)) {
                period.problem("there is a period '" + name + "' before it");
            } else if (name != null) {
                names.add(name);
            }
            result.add(new PeriodsSpec.Given(name, length));
        }
        return result;
    }
}
