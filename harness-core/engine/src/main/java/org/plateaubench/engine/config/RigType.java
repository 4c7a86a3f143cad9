// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.config.key.Key;
import org.plateaubench.engine.config.key.Keys;
import org.plateaubench.engine.config.key.MappingTypes;
import org.plateaubench.engine.config.key.MappingValues;
import org.plateaubench.engine.config.key.Reading;
import org.plateaubench.engine.config.key.ScalarTypes;
import org.plateaubench.engine.config.key.SchemaForm;
import org.plateaubench.engine.config.key.Section;
import org.plateaubench.engine.config.key.ValueType;
import org.plateaubench.engine.config.text.ConfigNode;
import org.plateaubench.engine.config.text.ConfigNode.Sequence;

/** {@code { agents: 2 }} or {@code { agents: [load-1, load-2], broker: URL, credentials: FILE }}. */
final class RigType {
    private static final int MOST_LOCAL = 64;
    private static final int MOST_NAMED = 1_000;
    private static final String ANY_AGENTS = "the audits hold for each agent";
    private static final ValueType<Integer> COUNT = ScalarTypes.count(MOST_LOCAL);
    private static final ValueType<List<String>> NAMES =
            ValueType.of(COUNT.words() + ", or a list of names", RigType::schema, RigType::names);

    private static final Key<List<String>> AGENTS = Key.of(
                    "agents",
                    NAMES,
                    "How many processes of this host drive the load, or the names of agents of a broker.")
            .required("how many agents, or their names")
            .anyClass(ANY_AGENTS);
    private static final Key<String> BROKER = Key.of(
                    "broker", ScalarTypes.TEXT, "URL of the broker that named agents are connected to.")
            .anyClass(ANY_AGENTS);
    private static final Key<String> CREDENTIALS = Key.of(
                    "credentials", ScalarTypes.TEXT, "File of the controller's credentials for the broker.")
            .anyClass(ANY_AGENTS);

    static final ValueType<RigSpec> ANY = MappingTypes.of(Keys.of(AGENTS, BROKER, CREDENTIALS), RigType::made);

    private RigType() {}

    private static RigSpec made(MappingValues given, Section section) {
        List<String> agents = given.get(AGENTS);
        if (agents != null && RigSpec.isLocal(agents.getFirst())) {
            refuseForLocal(BROKER, section);
            refuseForLocal(CREDENTIALS, section);
        } else if (agents != null) {
            section.needs(BROKER, "the URL that the named agents are connected to");
            section.needs(CREDENTIALS, "the file of this controller's credentials");
        }
        return new RigSpec(agents, given.get(BROKER), given.get(CREDENTIALS));
    }

    private static void refuseForLocal(Key<String> key, Section section) {
        if (section.has(key)) {
            section.keyProblem(key, "goes with the names of agents; a number of them is started on this host");
        }
    }

    private static @Nullable List<String> names(ConfigNode node, String path, Reading reading) {
        if (!(node instanceof Sequence sequence)) {
            Integer count = COUNT.read(node, path, reading);
            return count == null ? null : RigSpec.local(count);
        }
        int size = sequence.elements().size();
        if (size == 0 || size > MOST_NAMED) {
            reading.problem(sequence, path, "must hold from 1 to " + MOST_NAMED + " names");
            return null;
        }
        List<String> names = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            ConfigNode element = sequence.elements().get(i);
            String name = ScalarTypes.NAME.read(element, path + "[" + i + "]", reading);
            if (name == null) {
                return null;
            }
            String flaw = RigSpec.isLocal(name)
                    ? "is the name of an agent that a run starts by itself: write how many instead of names"
                    : names.contains(name) ? "there is an agent '" + name + "' before it" : "";
            if (!flaw.isEmpty()) {
                reading.problem(element, path + "[" + i + "]", flaw);
                return null;
            }
            names.add(name);
        }
        return names;
    }

    private static Map<String, Object> schema(String help) {
        Map<String, Object> names = SchemaForm.with(
                SchemaForm.list("Agents of a broker.", ScalarTypes.NAME.schema(""), 1), "maxItems", MOST_NAMED);
        return SchemaForm.oneWay(help, "oneOf", List.of(COUNT.schema("Agents on this host."), names));
    }
}
