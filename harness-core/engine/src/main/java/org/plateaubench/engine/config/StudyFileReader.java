// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.config.key.MappingValues;
import org.plateaubench.engine.config.key.Reading;
import org.plateaubench.engine.config.key.ReferencedFiles;
import org.plateaubench.engine.config.key.Section;
import org.plateaubench.engine.config.text.ConfigNode;
import org.plateaubench.engine.config.text.ConfigNode.Field;
import org.plateaubench.engine.config.text.ConfigNode.Mapping;
import org.plateaubench.engine.config.text.Location;
import org.plateaubench.engine.config.text.Problem;
import org.plateaubench.engine.config.text.Problems;
import org.plateaubench.engine.config.text.YamlTree;

public final class StudyFileReader {
    private StudyFileReader() {}

    /** Whether a text is a study file and not a run file: it has the key {@code study}. */
    public static boolean isStudy(String text) {
        return fields(YamlTree.ofFile("", text, new Problems())).containsKey(StudyKeys.STUDY.name());
    }

    /** Whether a text is a run file and not a study file: it has workloads, and not the key {@code study}. */
    public static boolean isRun(String text) {
        Map<String, Field> fields = fields(YamlTree.ofFile("", text, new Problems()));
        return fields.containsKey(RunFileKeys.WORKLOADS.name()) && !fields.containsKey(StudyKeys.STUDY.name());
    }

    private static Map<String, Field> fields(@Nullable ConfigNode node) {
        return node instanceof Mapping mapping ? mapping.fields() : Map.of();
    }

    private static Map<String, Field> variants(Map<String, Field> file) {
        Field variants = file.get(StudyKeys.SCALES.name());
        return variants == null ? Map.of() : fields(variants.value());
    }

    public static List<String> scales(String text) {
        return List.copyOf(
                variants(fields(YamlTree.ofFile("", text, new Problems()))).keySet());
    }

    /** A study file that could be read; its values need not be valid. */
    public record StudyFile(StudySpec spec, List<Problem> problems) {
        /** Whether one of its problems concerns a key, or a value below it. */
        public boolean isWrong(String key) {
            return problems.stream()
                    .anyMatch(problem ->
                            problem.path().equals(key) || problem.path().startsWith(key + "."));
        }
    }

    /**
     * Reads the text of a file.
     *
     * @param variant name of a variant of the study, given by its key {@code scales}; empty for the study itself
     * @throws WrongConfiguration with all problems of the study file if it names no run file, needed to plan cells
     */
    public static StudyFile read(String name, String text, String variant) throws WrongConfiguration {
        Problems problems = new Problems();
        ConfigNode root = YamlTree.ofFile(name, text, problems);
        if (!(root instanceof Mapping mapping)) {
            throw new WrongConfiguration(
                    problems.isEmpty()
                            ? List.of(Problem.at(Location.of(name), "", "must be a mapping with study and run"))
                            : problems.sorted());
        }
        Mapping effective = withVariant(mapping, variant, problems);
        Section section = Section.of("", effective, new Reading(problems, new ReferencedFiles(null, name)));
        MappingValues values = section.take(StudyKeys.ALL);
        section.end();
        StudySpec spec = spec(values, effective, problems);
        if (spec == null) {
            throw new WrongConfiguration(problems.sorted());
        }
        return new StudyFile(spec, problems.sorted());
    }

    private static Mapping withVariant(Mapping root, String variant, Problems problems) {
        if (variant.isEmpty()) {
            return root;
        }
        Map<String, Field> byName = variants(root.fields());
        Field chosen = byName.get(variant);
        if (chosen != null && chosen.value() instanceof Mapping replaced) {
            Map<String, Field> fields = new LinkedHashMap<>(root.fields());
            fields.putAll(replaced.fields());
            return new Mapping(root.location(), fields, root.size());
        }
        if (chosen != null) {
            problems.add(
                    chosen.value().location(),
                    StudyKeys.SCALES.name() + "." + variant,
                    "must be a mapping of keys that replace those of the file");
        } else {
            problems.add(
                    Location.of("--scale " + variant),
                    "",
                    byName.isEmpty()
                            ? "the study has no scales"
                            : "the study has no scale of that name, only " + String.join(", ", byName.keySet()));
        }
        return root;
    }

    private static @Nullable StudySpec spec(MappingValues values, Mapping root, Problems problems) {
        MappingValues study = values.or(StudyKeys.STUDY, MappingValues.NONE);
        String name = study.get(StudyKeys.NAME);
        String run = values.get(StudyKeys.RUN);
        List<StudySpec.ScenarioSpec> scenarios =
                List.copyOf(values.or(StudyKeys.SCENARIOS, Map.of()).values());
        String key = StudyKeys.SCENARIOS.name();
        if (root.fields().containsKey(key) && scenarios.isEmpty()) {
            problems.add(root.location(key), key, "needs at least one scenario");
        }
        if (run == null) {
            return null;
        }
        return new StudySpec(
                name == null ? "" : name,
                study.or(StudyKeys.DESCRIPTION, ""),
                run,
                root.location(StudyKeys.RUN.name()),
                values.or(StudyKeys.SET, List.of()),
                values.or(StudyKeys.FACTORS, List.of()),
                scenarios,
                values.or(StudyKeys.BASELINE, List.of()),
                values.orDefault(StudyKeys.TRIALS));
    }
}
