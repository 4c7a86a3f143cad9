// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import tools.jackson.databind.ObjectMapper;

/** The requests of imported files are sent unchanged to a site that refuses what its description does not allow. */
@Order(2)
final class ImportIT {
    private static final Path FILES = LaunchedPlateau.home().resolve("src/test/resources/imports");
    private static final List<String> CREDENTIALS =
            List.of("X_API_KEY", "API_TOKEN", "API_USER", "API_PASSWORD", "KEY", "APP_ID", "APP_KEY", "SESSION");

    @TempDir
    private static Path folder = Path.of("");

    private static final Map<String, OpenApiSite> SITES = new LinkedHashMap<>();
    private static List<CommandBatch.Result> results = List.of();

    static List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(FILES)) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .sorted()
                    .toList();
        }
    }

    @BeforeAll
    static void runCommands() throws IOException, InterruptedException {
        Map<String, String> environment = new LinkedHashMap<>();
        CREDENTIALS.forEach(name -> environment.put(name, OpenApiSite.CREDENTIAL));
        CommandBatch commands = new CommandBatch(folder, environment);
        for (String file : files()) {
            // A collection belongs to the description of the same name.
            Path description = FILES.resolve(file.replaceFirst("\\..*", ".yaml"));
            Object tree = new Load(LoadSettings.builder().build()).loadFromString(Files.readString(description));
            OpenApiSite site = new OpenApiSite(new ObjectMapper().valueToTree(tree));
            SITES.put(file, site);
            String text = Files.readString(FILES.resolve(file)).replace("site.test", site.address());
            Path copy = Files.writeString(folder.resolve(file), text);
            String runFile = folder.resolve(file + ".run.yaml").toString();
            commands.add("import", file.endsWith(".yaml") ? "openapi" : "postman", copy.toString(), "--to", runFile);
            commands.add("scenario", "try", runFile);
        }
        results = commands.run();
    }

    @AfterAll
    static void closeSites() {
        SITES.values().forEach(OpenApiSite::close);
    }

    @ParameterizedTest
    @MethodSource("files")
    void everyImportedOperationIsAcceptedBySite(String file) throws IOException {
        OpenApiSite site = SITES.get(file);
        int index = 2 * files().indexOf(file);

        assertThat(site.refused).as(results.get(index + 1).everything()).isEmpty();
        assertThat(results.get(index).exitCode())
                .as(results.get(index).everything())
                .isZero();
        assertThat(results.get(index + 1).exitCode())
                .as(results.get(index + 1).everything())
                .isZero();
        assertThat(new TreeSet<>(site.served)).isEqualTo(site.describedOperations());
    }
}
