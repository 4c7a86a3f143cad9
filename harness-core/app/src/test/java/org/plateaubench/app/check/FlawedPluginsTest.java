// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plateaubench.app.Installation;
import org.plateaubench.app.check.sample.Flaw;
import org.plateaubench.app.check.sample.KvPlugin;
import org.plateaubench.app.plugin.CheckedPlugin.CheckOptions;
import org.plateaubench.app.plugin.PluginChecker;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.loader.PluginOutput;
import org.plateaubench.testkit.CheckReport;
import org.plateaubench.testkit.CheckRule;

/** Each flaw of a plugin is found by its rule, on the packaged archive. */
@Tag("slow")
@Isolated("sockets, threads and heap of the process are counted")
final class FlawedPluginsTest {
    private static final String SPI_VERSION = "1.0";
    private static final long OPERATIONS = 3_000;
    private static final Duration MAX_RUN_TIME = Duration.ofSeconds(3);
    /** A leak is detected only after this number of operations, whose duration depends on the load of the host. */
    private static final Duration MAX_RUN_TIME_FOR_LEAKS = Duration.ofSeconds(30);

    private static final Set<Flaw> NEEDS_MANY_OPERATIONS = EnumSet.of(Flaw.NONE, Flaw.SOCKET_LEAK, Flaw.HEAP_LEAK);

    private static final PrintStream TERMINAL = System.out;

    @TempDir
    private Path folder = Path.of("");

    @BeforeAll
    static void attributeOutputToPlugins() {
        System.setOut(PluginOutput.ofProcess().around(TERMINAL, "out"));
    }

    @AfterAll
    static void restoreOutput() {
        System.setOut(TERMINAL);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            THROWS_IN_OPEN        | run          | caused by java.lang.IllegalArgumentException: the true cause; at org.plateaubench.app.check.sample.KvPlugin
            THROWS_IN_EXECUTE     | run          | fails by its own fault
            NULL_OUTCOME          | run          | returned no outcome
            ENDLESS_LOOP          | run          | did not return
            PRINTS                | process      | printed
            ENDLESS_THREAD        | threads      | 'endless' in org.plateaubench.app.check.sample.Flaw.runForever
            SOCKET_LEAK           | sockets      | sockets stayed open
            HEAP_LEAK             | heap         | the heap grew by
            WRONG_PARAMETER_TYPE  | load         | WrongType.thread
            UNMARKED_PARAMETER    | parameters   | parameter program of workload add
            OLDER_API             | load         | older plugin interface 0.9
            NEWER_API             | load         | newer plugin interface 1.1
            ID_TWICE              | load         | holds more than one plugin
            ONLY_FIRST_EXECUTION  | run          | has no event-loop driver
            NO_ABORT              | abort        | did not return from their abort
            EARLY_END             | reply        | before their replies
            BLIND_RECONCILE       | reconcile    | a write that the SUT acknowledged and lost is not noticed
            LOSES_WRITES          | reconcile    | after a run in which the SUT lost nothing
            MISSES_DOUBLED_WRITES | reconcile    | are not noticed, and hide those that it loses
            FORGETS_INTERRUPTS    | data         | after an interrupted load
            PREPARES_ONCE         | data         | there is data
            ORPHAN                | orphan       | still runs after stop()
            IGNORES_DEATH         | service      | still RUNNING
            IGNORES_PORT          | service      | although another server has port
            CLEARS_NOTHING        | service      | clear() left port.txt
            """)
    void flawIsFoundByItsRule(Flaw flaw, String rule, String found) throws Exception {
        assertFound(check(flaw), rule, found);
        flaw.end();
    }

    private static void assertFound(CheckReport report, String rule, String found) {
        assertThat(report.broken()).anySatisfy(line -> {
            assertThat(line.rule().label()).isEqualTo(rule);
            assertThat(line.found()).contains(found);
            assertThat(line.found()).doesNotEndWith("..");
            assertThat(line.remedy()).endsWith(".");
        });
    }

    @Test
    void pluginWithoutFlawPasses() throws Exception {
        CheckReport report = check(Flaw.NONE);

        assertThat(report.all())
                .hasSizeGreaterThan(15)
                .filteredOn(line -> line.rule() != CheckRule.FOREIGN_DATA)
                .allMatch(line -> line.state() == CheckReport.State.KEPT);
    }

    @Test
    void missingLibraryIsNamed() throws Exception {
        CheckReport report = check(Flaw.SERVICE_WITHOUT_LIBRARY);
        Flaw.SERVICE_WITHOUT_LIBRARY.end();

        assertFound(report, "service", "NoClassDefFoundError: org/plateaubench/app/check/sample/Library");
    }

    private CheckReport check(Flaw flaw) throws Exception {
        Optional<String> service = flaw.hasServiceOfWorkload() ? Optional.empty() : Optional.of(LocalServer.NAME);
        return check(flaw, service, false);
    }

    @ParameterizedTest
    @CsvSource({"false, BROKEN", "true, NOT_CHECKED"})
    void undrivenCheckFailsUnlessAllowed(boolean allowUndriven, CheckReport.State state) throws Exception {
        CheckReport report = check(Flaw.THROWS_IN_EXECUTE, Optional.empty(), allowUndriven);

        assertThat(report.all())
                .filteredOn(line -> line.rule() == CheckRule.DRIVEN)
                .singleElement()
                .satisfies(line -> {
                    assertThat(line.state()).isEqualTo(state);
                    assertThat(line.found()).isEqualTo("no workload was driven.");
                });
    }

    private CheckReport check(Flaw flaw, Optional<String> service, boolean allowUndriven) throws Exception {
        CheckOptions options = new CheckOptions(
                archive(flaw),
                service,
                Map.of(),
                Map.of(),
                OPERATIONS,
                NEEDS_MANY_OPERATIONS.contains(flaw) ? MAX_RUN_TIME_FOR_LEAKS : MAX_RUN_TIME,
                allowUndriven);
        try (PluginCatalog installed = PluginCatalog.of(new LocalServer())) {
            return new PluginChecker(options, Installation.of(installed), line -> {}).check();
        }
    }

    /** The archive of the plugin with a flaw, as a build makes it. */
    private Path archive(Flaw flaw) throws IOException {
        Path jar = folder.resolve("plugin.jar");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
            put(zip, "META-INF/MANIFEST.MF", manifest(flaw));
            put(zip, Flaw.FILE, flaw.name());
            String twin = flaw == Flaw.ID_TWICE ? "\n" + KvPlugin.Twin.class.getName() : "";
            put(zip, "META-INF/services/org.plateaubench.spi.Plugin", KvPlugin.class.getName() + twin);
            putClasses(zip, flaw);
        }
        Path archive = folder.resolve(flaw.id() + ".zip");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(archive))) {
            zip.putNextEntry(new ZipEntry(flaw.id() + "/plugin.jar"));
            Files.copy(jar, zip);
        }
        return archive;
    }

    private static String manifest(Flaw flaw) {
        String version = switch (flaw) {
            case OLDER_API -> "0.9";
            case NEWER_API -> "1.1";
            default -> SPI_VERSION;
        };
        return "Manifest-Version: 1.0\nImplementation-Version: 1.0\nPlateau-SPI-Version: " + version + "\n";
    }

    private static void putClasses(ZipOutputStream zip, Flaw flaw) throws IOException {
        String place = Flaw.class.getPackageName().replace('.', '/');
        Path classes = Path.of(Flaw.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .getPath())
                .resolve(place);
        try (Stream<Path> files = Files.list(classes)) {
            for (Path file : files.sorted().toList()) {
                String name = file.getFileName().toString();
                if (!flaw.isMissingLibrary() || !name.equals("Library.class")) {
                    zip.putNextEntry(new ZipEntry(place + "/" + name));
                    try (InputStream bytes = Files.newInputStream(file)) {
                        bytes.transferTo(zip);
                    }
                }
            }
        }
    }

    private static void put(ZipOutputStream zip, String name, String text) throws IOException {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(text.getBytes(StandardCharsets.UTF_8));
    }
}
