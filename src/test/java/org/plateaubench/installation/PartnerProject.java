// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.installation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.plateaubench.command.LaunchedPlateau;
import org.plateaubench.command.PartnerMaven;

/**
 * The project of a partner, built by the Maven of this host without network: what it resolves is in its repository, or
 * among what the build of Plateau has fetched.
 */
final class PartnerProject {
    private static final Path SOURCES = LaunchedPlateau.home().resolve("src/test/projects/ping");
    private static final Path EXAMPLE = LaunchedPlateau.home().resolve("docs/examples/ping");

    private final Path folder;
    private final PartnerMaven maven;

    private PartnerProject(Path folder, PartnerMaven maven) {
        this.folder = folder;
        this.maven = maven;
    }

    /**
     * A project with the ping plugin of the guide, its contract test, and a test that carries out runs. Of Plateau its pom
     * names what {@code ./plateau sdk} prints, and not what the one of the project does.
     *
     * @param folder made for the project
     * @param repository where Plateau's artifacts are
     * @param sdkLines what {@code ./plateau sdk} prints for a pom
     */
    static PartnerProject create(Path folder, Path repository, String sdkLines, String junit) throws IOException {
        PartnerMaven.copy(SOURCES.resolve("src"), folder.resolve("src"));
        PartnerMaven.copy(
                EXAMPLE.resolve("PingPlugin.java"), folder.resolve("src/main/java/com/example/ping/PingPlugin.java"));
        PartnerMaven.copy(EXAMPLE.resolve("run.yaml"), folder.resolve("src/test/plateau/run.yaml"));
        Path services = Files.createDirectories(folder.resolve("src/main/resources/META-INF/services"));
        Files.writeString(services.resolve("org.plateaubench.spi.Plugin"), "com.example.ping.PingPlugin");
        String dependencies = """
                <dependency>
                  <groupId>org.plateaubench</groupId>
                  <artifactId>plateau-junit</artifactId>
                  <scope>test</scope>
                </dependency>
                <dependency>
                  <groupId>org.junit.jupiter</groupId>
                  <artifactId>junit-jupiter</artifactId>
                  <version>%s</version>
                  <scope>test</scope>
                </dependency>
                </dependencies>""".formatted(junit);
        String own = Files.readString(SOURCES.resolve("pom.xml"));
        int end = sdkLines.lastIndexOf("</dependencies>");
        Files.writeString(
                folder.resolve("pom.xml"),
                own.substring(0, own.indexOf("<dependencies>"))
                        + sdkLines.substring(0, end)
                        + dependencies
                        + own.substring(own.indexOf("</dependencies>") + "</dependencies>".length()));
        return new PartnerProject(folder, PartnerMaven.withoutNetwork(folder, repository));
    }

    /** Runs Maven to its end, with nothing in the environment that names an installation. */
    LaunchedPlateau maven(String... arguments) throws IOException, InterruptedException {
        return maven.run(folder, Map.of(), List.of(arguments));
    }
}
