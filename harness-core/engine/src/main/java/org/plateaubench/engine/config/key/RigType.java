// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config.key;

import static org.plateaubench.engine.config.key.RunClass.DEV;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.config.key.RigSpec.Chosen;
import org.plateaubench.engine.config.text.ConfigNode;
import org.plateaubench.engine.config.text.ConfigNode.Scalar;
import org.plateaubench.wire.AgentNames;

/**
 * The type of a rig: {@code { agents: 2 }}, {@code { agents: [ { name: load1 }, { label: { site: a }, count: 2 } ] }},
 * or the name of a file that contains one of these. Credentials are no part of it: the user who starts the run has them.
 */
public final class RigType {
    public static final Pattern FILE = Pattern.compile("[^\\u0000]*\\.ya?ml");

    private static final int MAX_LOCAL = 64;
    private static final int MAX_AGENTS = 1_000;
    private static final String CHOICE = "such as {name: load1} or {label: {site: a}, count: 2}";

    private static final Key<String> NAME = Key.of("name", ScalarTypes.NAME, "Name of the agent at the broker.");
    private static final Key<Integer> COUNT = Key.of(
                    "count", ScalarTypes.count(MAX_AGENTS), "How many agents with the labels.")
            .defaultValue(1);
    private static final Key<List<String>> DRIVES = Key.of(
                    "drives",
                    ScalarTypes.list(
                            "a list of workloads",
                            "a list of workloads, such as [store]",
                            ScalarTypes.NAME,
                            0,
                            MAX_AGENTS),
                    "Workloads that only this agent and others that name them drive; `[]` for an agent that drives nothing and"
                            + " only reports what its host does.")
            .computedDefault("a share of every workload that no agent names");

    private static final Key<List<String>> PROCESSES = Key.of(
            "processes",
            // The kernel keeps 15 characters of a name.
            texts("names of programs, such as [postgres]", "^[^/\\s()]{1,15}$"),
            "Programs whose processes are sampled together, as the kernel names them: up to 15 characters, as in"
                    + " `ps -o comm`.");
    private static final Key<List<String>> GROUPS = Key.of(
            "controlGroups",
            texts(
                    "paths of control groups, such as [/system.slice/redis.service]",
                    "^(?!.*/\\.{1,2}(/|$))(/[A-Za-z0-9_.:@-]{1,128}){1,16}$"),
            "Control groups (version 2) that are sampled, such as those of containers and of systemd units:"
                    + " paths below `/sys/fs/cgroup`.");
    private static final Key<Map<String, String>> LABEL = Key.of(
            "label",
            ValueType.of("labels, such as {site: a}", RigType::labelSchema, RigType::label),
            "Labels that an agent must have, all of them.");

    private static final String HOST_PATTERN = "^([a-z_][a-z0-9_-]{0,31}@)?[A-Za-z0-9][A-Za-z0-9.-]{0,253}$";
    private static final Key<String> TO = Key.of(
                    "to",
                    ScalarTypes.matching("`host` or `user@host`", "a host, or user@host", HOST_PATTERN),
                    "Host to which ssh connects.")
            .required("host or user@host");
    private static final Key<Integer> PORT = Key.of("port", ScalarTypes.count(65_535), "Port of ssh.")
            .computedDefault("the port in the configuration of ssh");
    private static final Key<String> PLATEAU = Key.of(
                    "plateau", ScalarTypes.TEXT, "Folder of the installation on that host.")
            .required("the folder of the installation there, such as /opt/plateau");
    private static final Key<String> CREDENTIALS = Key.of(
                    "credentials", ScalarTypes.TEXT, "Credentials file of the agent on that host.")
            .required("the credentials file of the agent there");
    private static final Key<String> ALLOW = Key.of(
                    "allow", ScalarTypes.TEXT, "File with the digests of jars that may be run on that host, or `any`.")
            .computedDefault("none, for an agent that drives nothing");
    private static final Key<RigSpec.Ssh> SSH = Key.of(
            "ssh",
            MappingTypes.of(Keys.of(TO, PORT, PLATEAU, CREDENTIALS, ALLOW), (values, section) -> ssh(values)),
            "How ./plateau rig up starts it.");
    private static final Keys OF_AGENT = Keys.of(NAME, LABEL, COUNT, DRIVES, PROCESSES, GROUPS, SSH);

    /** A list of 1 to 16 texts that match a pattern. */
    private static ValueType<List<String>> texts(String form, String pattern) {
        ValueType<String> element = ScalarTypes.matching("one of the " + form, "one of the " + form, pattern);
        return ScalarTypes.list("a list of " + form, "a list of 1 to 16 " + form, element, 1, 16);
    }

    private record Agents(@Nullable Integer count, List<Chosen> chosen) {}

    enum OnSutHosts {
        REFUSE,
        ALLOW
    }

    private static final Key<Agents> AGENTS = Key.of(
                    "agents",
                    ValueType.of(
                                    "a whole number from 1 to " + MAX_LOCAL + ", or a list",
                                    RigType::agentsSchema,
                                    RigType::agents)
                            .containing((path, visitor) -> OF_AGENT.visit(path + "[]", visitor)),
                    "How many processes of this host, or which agents of a broker, drive the load.")
            .required("the number of processes of this host, or a list of agents of a broker");
    public static final Key<OnSutHosts> ON_SUT_HOSTS = Key.of(
                    "onSutHosts",
                    ScalarTypes.choice(OnSutHosts.class),
                    "Whether an agent of a broker may drive load on the host of a SUT.")
            .defaultValue(OnSutHosts.REFUSE)
            .lowersTo(DEV, "allow", "the SUT shares the host with the harness");

    private static final ValueType<RigSpec> IN_DETAIL = MappingTypes.of(Keys.of(AGENTS, ON_SUT_HOSTS), RigType::rig);

    public static final ValueType<RigSpec> ANY = ValueType.of(
                    "a mapping, or the name of a file with one", RigType::schema, IN_DETAIL.reader())
            .containing(IN_DETAIL.inner());

    private RigType() {}

    private static RigSpec rig(MappingValues values, Section section) {
        Agents agents = values.get(AGENTS);
        boolean isLocal = agents != null && agents.count() != null;
        if (isLocal && section.has(ON_SUT_HOSTS)) {
            section.keyProblem(
                    ON_SUT_HOSTS, "belongs to agents of a broker, and agents is a number of processes of this host");
        }
        return new RigSpec(
                agents == null ? null : agents.count(),
                agents == null ? List.of() : agents.chosen(),
                values.orDefault(ON_SUT_HOSTS) == OnSutHosts.ALLOW);
    }

    public static String agentsPath(String rig) {
        return rig + "." + AGENTS.name();
    }

    private static @Nullable Agents agents(ConfigNode node, String path, Reading reading) {
        if (!(node instanceof ConfigNode.Sequence list)) {
            if (!(node instanceof Scalar)) {
                reading.mustBe("a whole number from 1 to " + MAX_LOCAL + ", or a list of agents", node, path);
                return null;
            }
            Integer count = ScalarTypes.count(MAX_LOCAL).read(node, path, reading);
            return count == null ? null : new Agents(count, List.of());
        }
        if (list.elements().isEmpty() || list.elements().size() > MAX_AGENTS) {
            reading.problem(node, path, "must hold from 1 to " + MAX_AGENTS + " agents, " + CHOICE);
            return null;
        }
        List<Chosen> chosen = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (int i = 0; i < list.elements().size(); i++) {
            String below = path + "[" + i + "]";
            Section section = Section.of(below, list.elements().get(i), reading);
            MappingValues values = section.take(OF_AGENT);
            section.end();
            check(values, section, names);
            chosen.add(new Chosen(
                    below,
                    values.get(NAME),
                    values.or(LABEL, Map.of()),
                    values.orDefault(COUNT),
                    values.get(SSH),
                    values.get(DRIVES),
                    values.or(PROCESSES, List.of()),
                    values.or(GROUPS, List.of())));
        }
        if (chosen.stream().mapToInt(Chosen::count).sum() > MAX_AGENTS) {
            reading.problem(node, path, "must be at most " + MAX_AGENTS + " agents together");
        }
        return new Agents(null, chosen);
    }

    private static void check(MappingValues values, Section section, Set<String> names) {
        String name = values.get(NAME);
        if (section.has(NAME) == section.has(LABEL)) {
            section.problem("needs either name or label, " + CHOICE + (section.has(NAME) ? ", found both" : ""));
        } else if (section.has(NAME) && section.has(COUNT)) {
            section.keyProblem(COUNT, "can only be used with 'label'; a name selects one agent");
        }
        if (section.has(SSH) && section.has(LABEL)) {
            section.keyProblem(SSH, "can only be used with 'name'");
        }
        if (name == null) {
            return;
        }
        AgentNames.problem(name).ifPresent(problem -> section.keyProblem(NAME, problem));
        if (!names.add(name)) {
            section.keyProblem(NAME, "is the name of more than one agent");
        }
    }

    private static Map<String, Object> agentsSchema(String help) {
        return SchemaForm.combined(
                help,
                "oneOf",
                List.of(
                        SchemaForm.integer("How many processes of this host.", 1, MAX_LOCAL),
                        SchemaForm.with(
                                SchemaForm.list(
                                        "Agents of a broker.", OF_AGENT.schema("One by name, or some by label."), 1),
                                "maxItems",
                                MAX_AGENTS)));
    }

    private static Map<String, Object> schema(String help) {
        return SchemaForm.combined(
                help,
                "oneOf",
                List.of(
                        IN_DETAIL.schema("The agents, in the run file."),
                        SchemaForm.pattern(
                                "A file with them, in the folder of the run file or below it.", "\\.ya?ml$")));
    }

    private static @Nullable Map<String, String> label(ConfigNode node, String path, Reading reading) {
        if (!(node instanceof ConfigNode.Mapping mapping) || mapping.fields().isEmpty()) {
            reading.mustBe("a mapping with labels, such as {site: a}", node, path);
            return null;
        }
        Map<String, String> labels = new LinkedHashMap<>();
        Section.of(path, node, reading).named("label").forEach((name, value) -> {
            String text = ScalarTypes.TEXT.read(value, path + "." + name, reading);
            if (text != null) {
                labels.put(name, text);
            }
        });
        return labels.isEmpty() ? null : labels;
    }

    private static Map<String, Object> labelSchema(String help) {
        Map<String, Object> text = SchemaForm.ordered("type", List.of("string", "number", "boolean"));
        return SchemaForm.with(SchemaForm.byName(help, text), "minProperties", 1);
    }

    private static RigSpec.@Nullable Ssh ssh(MappingValues values) {
        String to = values.get(TO);
        String plateau = values.get(PLATEAU);
        String credentials = values.get(CREDENTIALS);
        return to == null || plateau == null || credentials == null
                ? null
                : new RigSpec.Ssh(to, values.get(PORT), plateau, credentials, values.get(ALLOW));
    }
}
