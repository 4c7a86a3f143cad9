// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.config.RunSpec.WorkloadSpec;
import org.plateaubench.engine.config.key.Key;
import org.plateaubench.engine.config.key.MappingValues;
import org.plateaubench.engine.config.key.MeterType;
import org.plateaubench.engine.config.key.Reading;
import org.plateaubench.engine.config.key.ReferencedFiles;
import org.plateaubench.engine.config.key.Section;
import org.plateaubench.engine.config.text.ConfigNode;
import org.plateaubench.engine.config.text.ConfigNode.Field;
import org.plateaubench.engine.config.text.ConfigNode.Mapping;
import org.plateaubench.engine.config.text.Location;
import org.plateaubench.engine.config.text.PlainText;
import org.plateaubench.engine.config.text.Problem;
import org.plateaubench.engine.config.text.Problems;
import org.plateaubench.engine.config.text.YamlTree;

public final class RunFileReader {
    public static final int MAX_BYTES = 262_144;

    private static final String WHOLE_LIST = "an element of a list cannot be set by itself: set the whole list, such as"
            + " workloads.store.load.schedule='[{for: 60s, users: 10}, {for: 60s, users: 50}]'";

    private RunFileReader() {}

    /**
     * Reads a file.
     *
     * @param settings texts {@code path=value} that replace values of the file, in order
     * @throws WrongConfiguration when the file does not exist or is not a YAML mapping; its values are not checked here
     */
    public static RunFile read(Path file, List<String> settings) throws WrongConfiguration {
        byte[] bytes = bytes(file);
        ReferencedFiles files = new ReferencedFiles(file.toAbsolutePath().getParent(), file.toString());
        return read(file.toString(), bytes, settings, files);
    }

    private static byte[] bytes(Path file) throws WrongConfiguration {
        Location location = Location.of(file.toString());
        if (file.toString().isEmpty()) {
            throw WrongConfiguration.at(Location.of("run file"), "its name is empty; give the path of a run file");
        }
        if (!Files.isRegularFile(file)) {
            throw WrongConfiguration.at(
                    location,
                    Files.isDirectory(file)
                            ? "is a folder, not a file"
                            : Files.exists(file) ? "is not a regular file" : "there is no such file");
        }
        try (InputStream stream = Files.newInputStream(file)) {
            return stream.readNBytes(MAX_BYTES + 1);
        } catch (AccessDeniedException e) {
            throw WrongConfiguration.at(location, "cannot be read: permission denied");
        } catch (IOException e) {
            throw WrongConfiguration.at(location, "cannot be read: " + e.getMessage());
        }
    }

    /** Like {@link #read(Path, List)}, for bytes with a name; the text cannot refer to other files. */
    public static RunFile read(String fileName, byte[] bytes, List<String> settings) throws WrongConfiguration {
        return read(fileName, bytes, settings, new ReferencedFiles(null, fileName));
    }

    /** For a text without a file; {@code within} as in {@link ReferencedFiles#ReferencedFiles(Path, Path, String)}. */
    public static RunFile read(String fileName, String text, Path folder, @Nullable Path within, List<String> settings)
            throws WrongConfiguration {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return read(fileName, bytes, settings, new ReferencedFiles(folder, within, fileName));
    }

    private static RunFile read(String fileName, byte[] bytes, List<String> settings, ReferencedFiles files)
            throws WrongConfiguration {
        Problems problems = new Problems();
        ConfigNode original = YamlTree.ofFile(fileName, text(fileName, bytes), problems);
        if (original == null) {
            if (problems.isEmpty()) {
                throw WrongConfiguration.at(Location.of(fileName), "is empty");
            }
            throw new WrongConfiguration(problems.sorted());
        }
        ConfigNode root = set(original, settings, problems);
        if (!(root instanceof ConfigNode.Mapping mapping)) {
            problems.add(
                    root.location(), "", "must be a mapping with run, phases and workloads, found " + root.shown());
            throw new WrongConfiguration(problems.sorted());
        }
        ConfigNode complete = RigFile.included(mapping, files, problems);
        RunSpec spec = spec(Section.of("", complete, new Reading(problems, files)));
        return new RunFile(spec, Source.of(complete), problems.sorted(), files);
    }

    /** The text of a run file or a study file, without a byte order mark. */
    public static String text(Path file) throws WrongConfiguration {
        return text(file.toString(), bytes(file));
    }

    private static String text(String fileName, byte[] bytes) throws WrongConfiguration {
        if (bytes.length > MAX_BYTES) {
            throw WrongConfiguration.at(Location.of(fileName), "is larger than " + MAX_BYTES + " bytes");
        }
        PlainText text = PlainText.of(bytes);
        if (text.flaw() != null) {
            throw WrongConfiguration.at(Location.of(fileName), text.flaw());
        }
        return text.unmarked();
    }

    private static RunSpec spec(Section root) {
        MappingValues file = root.take(RunFileKeys.ALL);
        List<WorkloadSpec> workloads = file.or(RunFileKeys.WORKLOADS, Map.of()).values().stream()
                .filter(workload -> workload.values().orDefault(RunFileKeys.ENABLED))
                .toList();
        // A schedule determines the length of the steady phase itself.
        boolean isScheduled = workloads.stream().anyMatch(WorkloadSpec::mayBeScheduled);
        if (!isScheduled && file.get(RunFileKeys.PHASES) != null) {
            root.section(RunFileKeys.PHASES).needs(RunFileKeys.STEADY, "a duration");
        }
        SearchSpec search = file.get(RunFileKeys.SEARCH);
        if (search != null && root.has(RunFileKeys.TRIALS)) {
            root.keyProblem(
                    RunFileKeys.TRIALS, "cannot be used with 'search', which repeats runs by its own 'confirm'");
        }
        root.end();
        return new RunSpec(
                file.or(RunFileKeys.RUN, MappingValues.NONE),
                file.or(RunFileKeys.PHASES, MappingValues.NONE),
                file.orDefault(RunFileKeys.TILES),
                file.or(RunFileKeys.PERIODS, 0),
                file.get(RunFileKeys.SCORE),
                file.orDefault(RunFileKeys.TRIALS),
                search,
                file.get(RunFileKeys.RIG),
                List.copyOf(file.or(RunFileKeys.SUTS, Map.of()).values()),
                List.copyOf(file.or(MeterType.POWER, Map.of()).values()),
                workloads);
    }

    /** Applies {@code --set path=value} to a tree. The value is YAML; missing parents are created. */
    private static ConfigNode set(ConfigNode root, List<String> settings, Problems problems) {
        ConfigNode result = root;
        for (String setting : settings) {
            int equals = setting.indexOf('=');
            if (equals < 1) {
                problems.add(Location.of("--set " + setting), "", "must have the form path=value");
                continue;
            }
            String path = setting.substring(0, equals);
            Location location = Location.of("--set " + path);
            ConfigNode value = YamlTree.ofOption(location, setting.substring(equals + 1), problems);
            List<String> names = List.of(path.split("\\.", -1));
            if (path.indexOf('[') >= 0) {
                problems.add(location, "", WHOLE_LIST);
                continue;
            }
            if (names.contains("") || names.size() > YamlTree.MAX_DEPTH) {
                problems.add(location, "", "must name a value, such as run.seed");
                continue;
            }
            ConfigNode replacement = value == null ? new ConfigNode.Scalar(location, "", true) : value;
            ConfigNode changed = with(result, names, replacement, location, problems);
            result = changed == null ? result : changed;
        }
        ConfigNode workloads =
                withoutUnknown(root, result, RunFileKeys.WORKLOADS.name(), RunFileKeys.PLUGIN, "workload", problems);
        return withoutUnknown(root, workloads, RunFileKeys.SUTS.name(), RunFileKeys.SERVICE, "SUT", problems);
    }

    /** Reports and removes elements that only settings name and that lack their main key: probably misspelled. */
    private static ConfigNode withoutUnknown(
            ConfigNode original, ConfigNode changed, String section, Key<?> main, String what, Problems problems) {
        Map<String, Field> before = elements(original, section);
        Map<String, Field> after = new LinkedHashMap<>(elements(changed, section));
        if (before.isEmpty() || !(changed instanceof Mapping root)) {
            return changed;
        }
        boolean removed = after.entrySet().removeIf(element -> {
            boolean isUnknown = !before.containsKey(element.getKey())
                    && element.getValue().value() instanceof Mapping mapping
                    && !mapping.fields().containsKey(main.name());
            if (isUnknown) {
                problems.add(
                        element.getValue().keyLocation(),
                        "",
                        "there is no " + what + " '" + element.getKey() + "' in the file, which has "
                                + String.join(", ", before.keySet()) + "; a new " + what + " needs " + main.name());
            }
            return isUnknown;
        });
        Field field = root.fields().get(section);
        if (!removed || field == null) {
            return changed;
        }
        Map<String, Field> fields = new LinkedHashMap<>(root.fields());
        Mapping rest =
                new Mapping(field.value().location(), after, field.value().size());
        fields.put(section, new Field(field.keyLocation(), rest));
        return new Mapping(root.location(), fields, root.size());
    }

    private static Map<String, Field> elements(ConfigNode root, String section) {
        Field field = root instanceof Mapping mapping ? mapping.fields().get(section) : null;
        return field != null && field.value() instanceof Mapping elements ? elements.fields() : Map.of();
    }

    private static @Nullable ConfigNode with(
            ConfigNode node, List<String> names, ConfigNode value, Location location, Problems problems) {
        if (names.isEmpty()) {
            return value;
        }
        if (!(node instanceof Mapping mapping)) {
            problems.add(
                    location,
                    "",
                    node instanceof ConfigNode.Sequence
                            ? WHOLE_LIST
                            : "'" + names.getFirst() + "' cannot be set in " + node.shown());
            return null;
        }
        Field field = mapping.fields().get(names.getFirst());
        ConfigNode below = field == null ? new Mapping(location, Map.of(), 1) : field.value();
        ConfigNode changed = with(below, names.subList(1, names.size()), value, location, problems);
        if (changed == null) {
            return null;
        }
        Map<String, Field> fields = new LinkedHashMap<>(mapping.fields());
        fields.put(names.getFirst(), new Field(field == null ? location : field.keyLocation(), changed));
        // An override may also replace a mapping by a scalar, so the size is only a bound on the expansion of a file.
        return new Mapping(mapping.location(), fields, mapping.size());
    }

    /** A run file that could be read; its values need not be valid. */
    public record RunFile(RunSpec spec, Source source, List<Problem> problems, ReferencedFiles files) {
        /** Texts of the files to which it refers, as far as they were read, by their paths relative to its folder. */
        public Map<String, String> referencedFiles() {
            return Map.copyOf(files.texts());
        }
    }
}
