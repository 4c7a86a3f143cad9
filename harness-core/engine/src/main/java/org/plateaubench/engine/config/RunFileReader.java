// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.config.key.MappingValues;
import org.plateaubench.engine.config.key.MeterType;
import org.plateaubench.engine.config.key.Reading;
import org.plateaubench.engine.config.key.ReplayFiles;
import org.plateaubench.engine.config.key.Section;
import org.plateaubench.engine.config.repetition.PeriodsSpec;
import org.plateaubench.engine.config.repetition.SearchSpec;
import org.plateaubench.engine.config.text.ConfigNode;
import org.plateaubench.engine.config.text.Location;
import org.plateaubench.engine.config.text.PlainText;
import org.plateaubench.engine.config.text.Problems;
import org.plateaubench.engine.config.text.YamlTree;

public final class RunFileReader {
    public static final int MAX_BYTES = 262_144;

    private RunFileReader() {}

    /**
     * Reads a file.
     *
     * @param settings texts {@code path=value} that replace values of the file, in order
     * @throws WrongConfiguration when the file does not exist or is not a YAML mapping; its values are not checked here
     */
    public static RunFile read(Path file, List<String> settings) throws WrongConfiguration {
        byte[] bytes = bytes(file);
        ReplayFiles files = new ReplayFiles(file.toAbsolutePath().getParent(), file.toString());
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

    /** Like {@link #read(Path, List)}, but for bytes with a name; the text cannot refer to other files. */
    public static RunFile read(String fileName, byte[] bytes, List<String> settings) throws WrongConfiguration {
        return read(fileName, bytes, settings, new ReplayFiles(null, fileName));
    }

    /**
     * Like {@link #read(Path, List)}, but for a text that need not be in a file.
     *
     * @param within the folder of {@link ReplayFiles#ReplayFiles(Path, Path, String)}
     */
    public static RunFile read(String fileName, String text, Path folder, @Nullable Path within, List<String> settings)
            throws WrongConfiguration {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return read(fileName, bytes, settings, new ReplayFiles(folder, within, fileName));
    }

    private static RunFile read(String fileName, byte[] bytes, List<String> settings, ReplayFiles files)
            throws WrongConfiguration {
        Problems problems = new Problems();
        ConfigNode given = YamlTree.ofFile(fileName, text(fileName, bytes), problems);
        if (given == null) {
            if (problems.isEmpty()) {
                throw WrongConfiguration.at(Location.of(fileName), "is empty");
            }
            throw new WrongConfiguration(problems.sorted());
        }
        ConfigNode root = Overrides.apply(given, settings, problems);
        if (!(root instanceof ConfigNode.Mapping mapping)) {
            problems.add(
                    root.location(), "", "must be a mapping with run, phases and workloads, found " + root.shown());
            throw new WrongConfiguration(problems.sorted());
        }
        ConfigNode whole = RigFile.included(mapping, files, problems);
        RunSpec spec = spec(Section.of("", whole, new Reading(problems, files)));
        return new RunFile(spec, Source.of(whole), problems.sorted(), files);
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
                .filter(workload -> workload.given().orStandard(RunFileKeys.ENABLED))
                .toList();
        // A schedule determines the length of the steady phase itself.
        boolean isScheduled = workloads.stream().anyMatch(WorkloadSpec::mayBeScheduled);
        if (!isScheduled && file.get(RunFileKeys.PHASES) != null) {
            root.section(RunFileKeys.PHASES).needs(RunFileKeys.STEADY, "a duration");
        }
        SearchSpec search = file.get(RunFileKeys.SEARCH);
        if (search != null && root.has(RunFileKeys.TRIALS)) {
            root.keyProblem(RunFileKeys.TRIALS, "does not go with search, which repeats runs by its own confirm");
        }
        root.end();
        return new RunSpec(
                file.or(RunFileKeys.RUN, MappingValues.NONE),
                file.or(RunFileKeys.PHASES, MappingValues.NONE),
                file.orStandard(RunFileKeys.TILES),
                file.or(RunFileKeys.PERIODS, PeriodsSpec.NONE),
                file.get(RunFileKeys.SCORE),
                file.orStandard(RunFileKeys.TRIALS),
                search,
                file.get(RunFileKeys.RIG),
                List.copyOf(file.or(RunFileKeys.SUTS, Map.of()).values()),
                MeterType.meters(file),
                workloads);
    }
}
