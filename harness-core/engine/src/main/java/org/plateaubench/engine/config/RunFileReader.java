// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.spi.SutContext;

/** Reads run files. Stateless; any thread. */
public final class RunFileReader {
    /** Largest run file, bytes. */
    public static final int MAX_BYTES = 262_144;

    static final long MAX_SEED = (1L << 53) - 1;

    private RunFileReader() {}

    /**
     * Reads a file.
     *
     * @param file file
     * @param settings {@code path=value} texts that replace values of the file, in order
     * @throws WrongConfiguration when the file does not exist or is no YAML mapping; its values are not checked here
     */
    public static RunFile read(Path file, List<String> settings) throws WrongConfiguration {
        Location location = Location.of(file.toString());
        if (!Files.isRegularFile(file)) {
            throw wrong(
                    location,
                    Files.isDirectory(file)
                            ? "is a folder, not a run file"
                            : Files.exists(file) ? "is no plain file" : "there is no such file");
        }
        try (InputStream stream = Files.newInputStream(file)) {
            Path folder = file.toAbsolutePath().getParent();
            ReplayFiles files = new ReplayFiles(folder, file.toString());
            return read(file.toString(), stream.readNBytes(MAX_BYTES + 1), settings, files);
        } catch (IOException e) {
            throw wrong(location, "cannot be read: " + e.getMessage());
        }
    }

    /** Like {@link #read(Path, List)}, from bytes with a name; the text cannot refer to other files. */
    public static RunFile read(String fileName, byte[] bytes, List<String> settings) throws WrongConfiguration {
        return read(fileName, bytes, settings, new ReplayFiles(null, fileName));
    }

    /**
     * Like {@link #read(Path, List)}, from a text that need not be in a file.
     *
     * @param fileName its name in problems
     * @param folder folder of the files that it refers to
     */
    public static RunFile read(String fileName, String text, Path folder, List<String> settings)
            throws WrongConfiguration {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return read(fileName, bytes, settings, new ReplayFiles(folder, fileName));
    }

    private static RunFile read(String fileName, byte[] bytes, List<String> settings, ReplayFiles files)
            throws WrongConfiguration {
        Problems problems = new Problems();
        ConfigNode given = YamlTree.ofFile(fileName, text(fileName, bytes), problems);
        if (given == null) {
            if (problems.isEmpty()) {
                throw wrong(Location.of(fileName), "is empty");
            }
            throw new WrongConfiguration(problems.sorted());
        }
        ConfigNode root = Overrides.apply(given, settings, problems);
        if (!(root instanceof ConfigNode.Mapping)) {
            problems.add(
                    root.location(), "", "must be a mapping with run, phases and workloads, found " + root.shown());
            throw new WrongConfiguration(problems.sorted());
        }
        RunSpec spec = spec(Section.of("", root, problems), files);
        return new RunFile(spec, Source.of(root), problems.sorted(), files.texts());
    }

    private static WrongConfiguration wrong(Location location, String message) {
        return new WrongConfiguration(List.of(Problem.at(location, "", message)));
    }

    private static String text(String fileName, byte[] bytes) throws WrongConfiguration {
        if (bytes.length > MAX_BYTES) {
            throw wrong(Location.of(fileName), "is larger than " + MAX_BYTES + " bytes");
        }
        PlainText text = PlainText.of(bytes);
        if (text.flaw() != null) {
            throw wrong(Location.of(fileName), text.flaw());
        }
        return text.unmarked();
    }

    private static RunSpec spec(Section root, ReplayFiles files) {
        ScalarReader scalars = new ScalarReader(root.problems());
        Section run = root.needSection("run", "name and seed");
        String name = scalars.name(run.need("name", "a name"), run.path("name"));
        String description = scalars.text(run.take("description"), run.path("description"));
        Long seed = scalars.whole(run.take("seed"), run.path("seed"), 0, MAX_SEED);
        Long dataSeed = scalars.whole(run.take("dataSeed"), run.path("dataSeed"), 0, MAX_SEED);
        RunClass requested = scalars.choice(run.take("class"), run.path("class"), RunClass.class);
        Duration interval = scalars.interval(run.take("interval"), run.path("interval"));
        run.end();
        Section phasesSection = root.needSection("phases", "rampUp, steady and rampDown");
        TilesSpec tiles = TilesReader.read(root.take("tiles"), root.problems());
        PeriodsSpec periods = PeriodsReader.read(root.take("periods"), root.problems());
        List<SutSpec> suts = suts(root.takeSection("suts"), scalars);
        List<WorkloadSpec> workloads = workloads(root.needSection("workloads", "at least one workload"), files);
        PhasesSpec phases = phases(phasesSection, scalars, workloads);
        root.end();
        return new RunSpec(
                name, description, seed, dataSeed, requested, phases, interval, tiles, periods, suts, workloads);
    }

    /** A schedule determines the length of the steady phase itself. */
    private static PhasesSpec phases(Section section, ScalarReader scalars, List<WorkloadSpec> workloads) {
        boolean isScheduled = workloads.stream().anyMatch(WorkloadSpec::mayBeScheduled);
        ConfigNode steady = isScheduled ? section.take("steady") : section.need("steady", "a duration");
        PhasesSpec phases = new PhasesSpec(
                scalars.duration(section.take("rampUp"), section.path("rampUp")),
                scalars.durationAboveZero(steady, section.path("steady")),
                scalars.duration(section.take("rampDown"), section.path("rampDown")),
                scalars.duration(section.take("drain"), section.path("drain")));
        section.end();
        return phases;
    }

    private static List<SutSpec> suts(Section section, ScalarReader scalars) {
        List<SutSpec> result = new ArrayList<>();
        section.named("SUT").forEach((name, node) -> {
            Section sut = Section.of(section.path(name), node, section.problems());
            String service = scalars.text(sut.need("service", "the kind of SUT"), sut.path("service"));
            SutContext.Mode mode =
                    scalars.choice(sut.need("mode", "embedded or external"), sut.path("mode"), SutContext.Mode.class);
            References.check(sut.path(), node, section.problems());
            result.add(new SutSpec(name, service, mode, sut.rest()));
        });
        return result;
    }

    private static List<WorkloadSpec> workloads(Section section, ReplayFiles files) {
        List<WorkloadSpec> result = new ArrayList<>();
        section.named("workload").forEach((name, node) -> {
            Section workload = Section.of(section.path(name), node, section.problems());
            result.add(WorkloadReader.read(name, workload, files));
            @Nullable ConfigNode parameters = workload.take("parameters");
            if (parameters != null) {
                References.check(workload.path("parameters"), parameters, section.problems());
            }
        });
        return result;
    }
}
