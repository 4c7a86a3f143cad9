// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.config.key.Key;
import org.plateaubench.engine.config.key.Keys;
import org.plateaubench.engine.config.key.MappingTypes;
import org.plateaubench.engine.config.key.Reading;
import org.plateaubench.engine.config.key.ScalarTypes;
import org.plateaubench.engine.config.key.SchemaForm;
import org.plateaubench.engine.config.key.Section;
import org.plateaubench.engine.config.key.ValueType;
import org.plateaubench.engine.config.text.ConfigNode;
import org.plateaubench.engine.config.text.ConfigNode.Sequence;

/** The type of the scored periods: {@code { count: 3 }} or {@code [ { name: warm, for: 5m }, ... ]}. */
public final class PeriodsType {
    private static final int MOST = 100;
    private static final String ADDS = "adds judgements and takes none away";
    private static final Key<Integer> COUNT = Key.of("count", ScalarTypes.count(MOST), "How many equal periods.")
            .required("how many equal periods")
            .anyClass(ADDS);
    private static final Key<String> NAME = Key.of("name", ScalarTypes.NAME, "Name in results.")
            .required("a name")
            .anyClass("only gives a name");
    private static final Key<Duration> FOR = Key.of("for", ScalarTypes.DURATION_ABOVE_ZERO, "How long it lasts.")
            .required("a duration")
            .anyClass(ADDS);
    private static final ValueType<PeriodsSpec> COUNTED =
            MappingTypes.of(Keys.of(COUNT), (given, section) -> new PeriodsSpec(given.get(COUNT), List.of()));
    private static final Keys ONE = Keys.of(NAME, FOR);

    public static final ValueType<PeriodsSpec> ANY = ValueType.of(
                    "a mapping, or a list of periods", PeriodsType::schema, PeriodsType::read)
            .holding((path, visitor) -> {
                COUNTED.inner().visit(path, visitor);
                ONE.visit(path + "[]", visitor);
            });

    private PeriodsType() {}

    private static @Nullable PeriodsSpec read(ConfigNode node, String path, Reading reading) {
        return node instanceof Sequence sequence
                ? new PeriodsSpec(null, given(sequence, path, reading))
                : COUNTED.read(node, path, reading);
    }

    private static List<PeriodsSpec.Given> given(Sequence sequence, String path, Reading reading) {
        List<PeriodsSpec.Given> result = new ArrayList<>();
        List<String> names = new ArrayList<>();
        if (sequence.elements().isEmpty() || sequence.elements().size() > MOST) {
            reading.problem(sequence, path, "must hold from 1 to " + MOST + " periods");
        }
        for (int i = 0; i < Math.min(MOST, sequence.elements().size()); i++) {
            Section period =
                    Section.of(path + "[" + i + "]", sequence.elements().get(i), reading);
            String name = period.take(NAME);
            Duration length = period.take(FOR);
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

    private static Map<String, Object> schema(String help) {
        Map<String, Object> given = SchemaForm.with(
                SchemaForm.list(
                        "One after the other from the start of the steady phase on; what is left of it belongs to none.",
                        ONE.schema("A period."),
                        1),
                "maxItems",
                MOST);
        return SchemaForm.oneWay(help, "oneOf", List.of(COUNTED.schema("Equal parts of the steady phase."), given));
    }
}
