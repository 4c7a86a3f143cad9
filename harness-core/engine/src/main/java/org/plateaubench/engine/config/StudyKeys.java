// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.config.StudySpec.Factor;
import org.plateaubench.engine.config.StudySpec.ScenarioSpec;
import org.plateaubench.engine.config.StudySpec.Setting;
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
import org.plateaubench.engine.document.Documents;

final class StudyKeys {
    private static final Pattern UNQUOTED = Pattern.compile("[-+]?[0-9]+(\\.[0-9]+)?|true|false");

    private static final int MAX_WORDS = 1_000;

    private static final String NO_PATH = "must be named by the path of a key of the run file, such as run.seed";

    private static final ValueType<List<Setting>> SETTINGS =
            ValueType.of("values by path", help -> SchemaForm.typed("object", help), StudyKeys::settings);

    /** Levels by the names of factors; a name may be any text. */
    private static final ValueType<List<Setting>> LEVELS =
            ValueType.of("levels by factor", help -> SchemaForm.typed("object", help), StudyKeys::levels);

    private static final ValueType<List<List<String>>> COMMANDS = ScalarTypes.list(
            "a list of commands, each a list of words",
            "a list of commands, such as [[docker, start, db]]",
            ScalarTypes.list(
                    "a command", "a list of words, such as [docker, start, db]", ScalarTypes.TEXT, 1, MAX_WORDS),
            0,
            MAX_WORDS);

    static final Key<String> NAME =
            Key.of("name", ScalarTypes.NAME, "Name of the study.").required("a name");
    static final Key<String> DESCRIPTION = Key.of("description", ScalarTypes.TEXT, "A sentence for reports.");
    static final Key<MappingValues> STUDY = Key.of(
                    "study", MappingTypes.of(Keys.of(NAME, DESCRIPTION)), "The study itself.")
            .required("its name");
    static final Key<String> RUN = Key.of("run", ScalarTypes.TEXT, "The run file, from the folder of this file.")
            .required("the run file");
    static final Key<List<Setting>> SET =
            Key.of("set", SETTINGS, "Values of the run file that are replaced in all runs, by path.");
    static final Key<List<Factor>> FACTORS = Key.of(
            "factors",
            ValueType.of("levels by path", help -> SchemaForm.typed("object", help), StudyKeys::factors),
            "What varies: tiles, users, rate, the workloads that take part, or the path of any key, each with a list of its"
                    + " levels.");
    private static final Key<List<List<String>>> BEFORE =
            Key.of("before", COMMANDS, "Commands that run before each of its runs, such as those that start its SUT.");
    private static final Key<List<List<String>>> AFTER =
            Key.of("after", COMMANDS, "Commands that run after each of its runs.");
    private static final Keys OF_SCENARIO =
            Keys.of(Key.of("description", ScalarTypes.TEXT, "What it is, for reports."), SET, BEFORE, AFTER);
    static final Key<Map<String, ScenarioSpec>> SCENARIOS = Key.of(
            "scenarios",
            MappingTypes.named("scenario", "How the SUT is reached or started.", OF_SCENARIO, StudyKeys::scenario),
            "Ways to reach or start the SUT, by name; they are a factor too.");
    static final Key<List<Setting>> BASELINE = Key.of(
            "baseline",
            LEVELS,
            "Levels of the factors of the cell that the results are normalised to; a factor that is not named here"
                    + " keeps its own level. By default the first cell.");
    static final Key<TrialsSpec> TRIALS =
            Key.of("trials", TrialsSpec.TYPE, "Trials of each cell.").defaultValue(TrialsSpec.ONE);
    /** Scales by name, each with keys that replace those of the file; read before all other keys. */
    static final Key<Map<String, ConfigNode>> SCALES = Key.of(
            "scales",
            ValueType.of("keys of this file by name", help -> SchemaForm.typed("object", help), StudyKeys::scales),
            "Smaller forms of the study by name, each with keys that replace those of the file.");

    static final Keys ALL = Keys.of(STUDY, RUN, SET, FACTORS, SCENARIOS, BASELINE, TRIALS, SCALES);

    private StudyKeys() {}

    private static Map<String, ConfigNode> scales(ConfigNode node, String path, Reading reading) {
        return Section.of(path, node, reading).named("scale");
    }

    /** A value in the form of {@code --set}, which is read as YAML again. */
    private static String written(ConfigNode node) {
        if (node instanceof ConfigNode.Scalar scalar && scalar.isPlain()) {
            return scalar.text();
        }
        return elementText(node);
    }

    /** A value within a list or a mapping: texts are quoted, numbers and booleans are not. */
    private static String elementText(ConfigNode node) {
        return switch (node) {
            case ConfigNode.Scalar scalar when scalar.isNothing() -> "null";
            case ConfigNode.Scalar scalar
            when scalar.isPlain() && UNQUOTED.matcher(scalar.text()).matches() -> scalar.text();
            case ConfigNode.Scalar scalar -> Documents.line(scalar.text());
            case ConfigNode.Sequence list ->
                list.elements().stream().map(StudyKeys::elementText).collect(Collectors.joining(",", "[", "]"));
            case ConfigNode.Mapping mapping ->
                mapping.fields().entrySet().stream()
                        .map(field -> Documents.line(field.getKey()) + ":"
                                + elementText(field.getValue().value()))
                        .collect(Collectors.joining(",", "{", "}"));
        };
    }

    private static List<Setting> settings(ConfigNode node, String path, Reading reading) {
        List<Setting> result = new ArrayList<>(levels(node, path, reading));
        result.removeIf(setting -> {
            boolean isPath = isPath(setting.path());
            if (!isPath) {
                reading.problems().add(setting.location(), path + "." + setting.path(), NO_PATH);
            }
            return !isPath;
        });
        return result;
    }

    private static boolean isPath(String name) {
        return !name.isBlank() && !name.contains("=");
    }

    private static List<Setting> levels(ConfigNode node, String path, Reading reading) {
        List<Setting> result = new ArrayList<>();
        Section.of(path, node, reading)
                .all()
                .forEach((name, value) -> result.add(new Setting(name, written(value), value.location())));
        return result;
    }

    private static List<Factor> factors(ConfigNode node, String path, Reading reading) {
        List<Factor> result = new ArrayList<>();
        Section section = Section.of(path, node, reading);
        section.all().forEach((name, value) -> {
            Factor factor = factor(name, value, section.path(name), reading);
            if (factor != null) {
                result.add(factor);
            }
        });
        return result;
    }

    private static @Nullable Factor factor(String name, ConfigNode levels, String path, Reading reading) {
        if (!isPath(name)) {
            reading.problem(levels, path, NO_PATH);
            return null;
        }
        if (!(levels instanceof ConfigNode.Sequence list)) {
            reading.mustBe("a list of levels", levels, path);
            return null;
        }
        if (list.elements().isEmpty()) {
            reading.problem(levels, path, "needs at least one level");
            return null;
        }
        List<Setting> settings = list.elements().stream()
                .map(level -> new Setting(name, written(level), level.location()))
                .toList();
        if (settings.stream().map(Setting::value).distinct().count() < settings.size()) {
            reading.problem(levels, path, "names a level twice");
        }
        return new Factor(name, levels.location(), settings);
    }

    private static ScenarioSpec scenario(String name, MappingValues values, Section section) {
        return new ScenarioSpec(
                name,
                values.or(DESCRIPTION, ""),
                values.or(SET, List.of()),
                section.location(),
                values.or(BEFORE, List.of()),
                values.or(AFTER, List.of()));
    }
}
