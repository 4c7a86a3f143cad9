// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.plan.PlannedSut;
import org.plateaubench.engine.run.RunSuts;
import org.plateaubench.loader.ParameterBinder;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.loader.SecretReferences;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutServiceType;

/** A SUT to start for interactive work. */
public record SutRequest(String service, String name, Map<String, String> settings) {
    static final String MAIN_CLASS = "org.plateaubench.cli.Start";

    /** The embedded SUTs of one tile of a run file, each after the SUTs that it uses. */
    public static List<SutRequest> of(PlannedRun run, PluginCatalog catalog) {
        List<PlannedSut> embedded = run.plan().suts().stream()
                .filter(sut -> sut.tile() == 1 && sut.mode() == SutContext.Mode.EMBEDDED)
                .toList();
        List<SutRequest> wanted = new ArrayList<>();
        for (PlannedSut sut : RunSuts.inOrder(embedded, sut -> uses(sut, catalog))) {
            wanted.add(new SutRequest(sut.service(), sut.name(), settings(sut, catalog)));
        }
        return wanted;
    }

    private static SutServiceType<?> type(PlannedSut sut, PluginCatalog catalog) {
        return catalog.sutService(sut.service()).orElseThrow();
    }

    private static Collection<String> uses(PlannedSut sut, PluginCatalog catalog) {
        return ParameterBinder.sutNames(type(sut, catalog).parametersType(), sut.parameters())
                .values();
    }

    private static Map<String, String> settings(PlannedSut sut, PluginCatalog catalog) {
        Map<String, Object> defaults =
                ParameterBinder.plainDefaults(type(sut, catalog).parametersType());
        Map<String, String> settings = new TreeMap<>();
        sut.parameters().forEach((name, value) -> {
            if (!value.equals(defaults.get(name))) {
                settings.put(name, text(sut, name, value));
            }
        });
        return settings;
    }

    private static String text(PlannedSut sut, String parameter, Object value) {
        boolean isPlain = !(value instanceof Collection || value instanceof Map);
        if (!isPlain || SecretReferences.isIn(value.toString())) {
            throw new IllegalArgumentException("SUT " + sut.name() + " cannot be started by hand: its parameter "
                    + parameter + " is " + (isPlain ? "kept outside of the file" : "no single value"));
        }
        return value.toString();
    }

    /** Every user can read a command line, so settings are {@linkplain #handSettings passed} separately. */
    public List<String> keeperCommand(Path suts) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-Xmx64m",
                "--enable-native-access=ALL-UNNAMED",
                "-Dplateau.home=" + System.getProperty("plateau.home"),
                "-cp",
                System.getProperty("java.class.path"),
                MAIN_CLASS,
                "sut",
                "keep",
                service,
                "--name",
                name,
                "--folder",
                suts.toAbsolutePath().toString());
    }

    public static void handSettings(Map<String, String> settings, OutputStream keeper) throws IOException {
        try (keeper) {
            keeper.write(Documents.line(settings).getBytes(StandardCharsets.UTF_8));
        }
    }

    public static Map<String, String> takeSettings(InputStream input) throws IOException {
        Map<String, String> settings = new TreeMap<>();
        Documents.parse(new String(input.readAllBytes(), StandardCharsets.UTF_8))
                .forEach((name, value) -> settings.put(name, String.valueOf(value)));
        return settings;
    }
}
