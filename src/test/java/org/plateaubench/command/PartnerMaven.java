// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/**
 * The Maven of this host as a partner runs it, with settings and a local repository of the test. What the build of
 * Plateau has fetched for itself serves as a remote repository.
 */
public final class PartnerMaven {
    private static final Path FETCHED = Path.of(System.getProperty("plateau.maven.repository"));
    private static final Duration DEADLINE = Duration.ofMinutes(5);

    private final List<String> program;
    private final Path settings;
    private final Path repository;

    private PartnerMaven(List<String> program, Path settings, Path repository) {
        this.program = program;
        this.settings = settings;
        this.repository = repository;
    }

    /**
     * Returns another version of Maven, which the build of Plateau has fetched.
     *
     * @param folder where it is unpacked
     */
    public PartnerMaven ofVersion(String version, Path folder) throws IOException {
        String name = "apache-maven-" + version;
        Path archive = FETCHED.resolve("org/apache/maven/apache-maven")
                .resolve(version)
                .resolve(name + "-bin.zip");
        try (ZipInputStream zip = new ZipInputStream(Files.newInputStream(archive))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                Path file = folder.resolve(entry.getName());
                if (entry.isDirectory()) {
                    Files.createDirectories(file);
                } else {
                    Files.copy(zip, file);
                }
            }
        }
        // The unpacked script is not executable.
        List<String> unpacked =
                List.of("sh", folder.resolve(name).resolve("bin/mvn").toString());
        return new PartnerMaven(unpacked, settings, repository);
    }

    /**
     * A Maven without another remote repository, which needs no network.
     *
     * @param folder where its settings are written
     */
    public static PartnerMaven withoutNetwork(Path folder, Path repository) throws IOException {
        return new PartnerMaven(
                List.of("mvn"),
                write(
                        folder,
                        "<mirrors><mirror><id>fetched</id><mirrorOf>*</mirrorOf><url>%s</url></mirror></mirrors>"
                                .formatted(FETCHED.toUri())),
                repository);
    }

    /**
     * A Maven that also fetches artifacts that the build of Plateau does not use.
     *
     * @param folder where its settings are written
     */
    static PartnerMaven withNetwork(Path folder, Path repository) throws IOException {
        return new PartnerMaven(
                List.of("mvn"),
                write(folder, """
                <profiles>
                  <profile>
                    <id>fetched</id>
                    <repositories>%s</repositories>
                    <pluginRepositories>%s</pluginRepositories>
                  </profile>
                </profiles>
                <activeProfiles><activeProfile>fetched</activeProfile></activeProfiles>
                """.formatted(released("repository"), released("pluginRepository"))),
                repository);
    }

    private static String released(String element) {
        return "<%1$s><id>fetched</id><url>%2$s</url><snapshots><enabled>false</enabled></snapshots></%1$s>"
                .formatted(element, FETCHED.toUri());
    }

    private static Path write(Path folder, String settings) throws IOException {
        return Files.writeString(folder.resolve("settings.xml"), "<settings>" + settings + "</settings>");
    }

    /** Copies a file, or everything in a folder, and replaces existing files. */
    public static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path target = to.resolve(from.relativize(file)).normalize();
                Files.createDirectories(target.getParent());
                Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    /** Starts a build, with the environment of this process and further variables. */
    public LaunchedPlateau start(Path project, Map<String, String> environment, List<String> arguments)
            throws IOException {
        List<String> command = new ArrayList<>(program);
        command.addAll(
                List.of("-B", "-Dstyle.color=never", "-s", settings.toString(), "-Dmaven.repo.local=" + repository));
        command.addAll(arguments);
        Map<String, String> all = new LinkedHashMap<>(environment);
        all.put("JAVA_HOME", System.getProperty("java.home"));
        all.put("MAVEN_OPTS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
        return LaunchedPlateau.startCommand(project, all, command);
    }

    public LaunchedPlateau run(Path project, Map<String, String> environment, List<String> arguments)
            throws IOException, InterruptedException {
        LaunchedPlateau maven = start(project, environment, arguments);
        maven.awaitExit(DEADLINE);
        return maven;
    }
}
