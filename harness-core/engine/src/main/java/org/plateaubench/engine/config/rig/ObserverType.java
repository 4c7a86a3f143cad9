// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config.rig;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.config.key.Key;
import org.plateaubench.engine.config.key.Keys;
import org.plateaubench.engine.config.key.MappingValues;
import org.plateaubench.engine.config.key.Reading;
import org.plateaubench.engine.config.key.ScalarTypes;
import org.plateaubench.engine.config.key.SchemaForm;
import org.plateaubench.engine.config.key.Section;
import org.plateaubench.engine.config.key.ValueType;
import org.plateaubench.engine.config.text.ConfigNode;
import org.plateaubench.engine.config.text.ConfigNode.Scalar;
import org.plateaubench.wire.AgentNames;

/**
 * The type of agents that drive no load and only observe their hosts: {@code telemetry: [ { name: db1, processes: [
 * postgres ], controlGroups: [ /system.slice/redis.service ] } ]}. A name chooses one agent; {@code label: { role: db
 * }} chooses all agents with the label.
 */
final class ObserverType {
    private static final int MOST = 1_000;
    private static final int MOST_PARTS = 16;
    private static final String IS_IN_RESULT = "the result shows that it was used and what it cost";
    /** The name of a process, of which the kernel keeps 15 characters. */
    private static final String PROCESS_PATTERN = "^[^/\\s()]{1,15}$";

    private static final String GROUP_PATTERN = "^(/[A-Za-z0-9_.:@-]{1,128}){1,16}$";
    private static final Pattern UP = Pattern.compile("(^|/)\\.{1,2}(/|$)");

    private static final Key<String> NAME =
            Key.of("name", ScalarTypes.NAME, "Name of the agent at the broker.").anyClass(IS_IN_RESULT);
    private static final Key<List<String>> PROCESSES = Key.of(
                    "processes",
                    texts("names of programs, such as [postgres]", PROCESS_PATTERN),
                    "Programs whose processes are sampled together, as the kernel names them: up to 15 characters, as in"
                            + " `ps -o comm`.")
            .anyClass(IS_IN_RESULT);
    private static final Key<List<String>> GROUPS = Key.of(
                    "controlGroups",
                    texts("paths of control groups, such as [/system.slice/redis.service]", GROUP_PATTERN),
                    "Control groups (version 2) that are sampled, such as those of containers and of systemd units:"
                            + " paths below `/sys/fs/cgroup`.")
            .anyClass(IS_IN_RESULT);
    private static final Keys ONE = Keys.of(NAME, LabelType.LABEL, PROCESSES, GROUPS, SshType.OF_OBSERVER);

    /** The key of the observers in a rig. */
    static final Key<RigSpec.Observers> TELEMETRY = Key.of(
            "telemetry",
            ValueType.of("a list of agents", ObserverType::schema, ObserverType::observers)
                    .holding((path, visitor) -> ONE.visit(path + "[]", visitor)),
            "Agents of a broker that drive no load and observe their hosts, such as those of SUTs.");

    private ObserverType() {}

    private static RigSpec.@Nullable Observers observers(ConfigNode node, String path, Reading reading) {
        if (!(node instanceof ConfigNode.Sequence list)
                || list.elements().isEmpty()
                || list.elements().size() > MOST) {
            reading.mustBe("a list of 1 to " + MOST + " agents, such as [{name: db1}]", node, path);
            return null;
        }
        List<RigSpec.Observer> observers = new ArrayList<>();
        List<RigSpec.ObserversByLabel> byLabel = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (int i = 0; i < list.elements().size(); i++) {
            String below = path + "[" + i + "]";
            Section section = Section.of(below, list.elements().get(i), reading);
            MappingValues given = section.take(ONE);
            section.end();
            String name = given.get(NAME);
            check(section);
            if (name == null) {
                byLabel.add(new RigSpec.ObserversByLabel(
                        below,
                        given.or(LabelType.LABEL, Map.of()),
                        given.or(PROCESSES, List.of()),
                        given.or(GROUPS, List.of())));
                continue;
            }
            AgentNames.flaw(name).ifPresent(flaw -> section.keyProblem(NAME, flaw));
            if (!names.add(name)) {
                section.keyProblem(NAME, "there is an agent '" + name + "' before it");
            }
            observers.add(new RigSpec.Observer(
                    below,
                    name,
                    given.or(PROCESSES, List.of()),
                    given.or(GROUPS, List.of()),
                    given.get(SshType.OF_OBSERVER)));
        }
        return new RigSpec.Observers(observers, byLabel);
    }

    private static void check(Section section) {
        if (section.has(NAME) == section.has(LabelType.LABEL)) {
            section.problem("needs either name or label, such as {name: db1} or {label: {role: db}}"
                    + (section.has(NAME) ? ", found both" : ""));
        }
        if (section.has(SshType.OF_OBSERVER) && section.has(LabelType.LABEL)) {
            section.keyProblem(SshType.OF_OBSERVER, "belongs to an agent with a name");
        }
    }

    /** A list of 1 to 16 texts that match a pattern. */
    static ValueType<List<String>> texts(String form, String pattern) {
        Pattern each = Pattern.compile(pattern);
        return ValueType.of(
                "a list of " + form,
                help -> SchemaForm.with(
                        SchemaForm.list(help, SchemaForm.pattern("", pattern), 1), "maxItems", MOST_PARTS),
                (node, path, reading) -> texts(node, path, reading, form, each));
    }

    private static @Nullable List<String> texts(
            ConfigNode node, String path, Reading reading, String form, Pattern each) {
        if (!(node instanceof ConfigNode.Sequence list)
                || list.elements().isEmpty()
                || list.elements().size() > MOST_PARTS) {
            reading.mustBe("a list of 1 to " + MOST_PARTS + " " + form, node, path);
            return null;
        }
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < list.elements().size(); i++) {
            if (list.elements().get(i) instanceof Scalar scalar
                    && each.matcher(scalar.text()).matches()
                    && !UP.matcher(scalar.text()).find()) {
                texts.add(scalar.text());
            } else {
                reading.mustBe("one of the " + form, list.elements().get(i), path + "[" + i + "]");
            }
        }
        return texts;
    }

    private static Map<String, Object> schema(String help) {
        return SchemaForm.with(
                SchemaForm.list(help, ONE.schema("An agent by name, or all with some labels."), 1), "maxItems", MOST);
    }
}
