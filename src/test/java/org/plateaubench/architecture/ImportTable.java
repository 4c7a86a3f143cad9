// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.architecture;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The only table of permitted imports. A package without a row fails the build.
 *
 * @param name package below {@code org.plateaubench}, with all packages below it
 * @param mayImport packages of Plateau it may import, itself included
 */
record ImportTable(String name, List<String> mayImport) {

    /** Each stage of the engine may import those named before it, never one named after it. */
    static final List<String> ENGINE_STAGES = List.of(
            "engine.statistics",
            "engine.document",
            "engine.figure",
            "engine.config",
            "engine.plan",
            "engine.run",
            "engine.store",
            "engine.judge",
            "engine.report");

    private static final List<String> ENGINE_IMPORTS = List.of("api", "spi", "measure", "wire", "loader");

    /** The plugins that come with Plateau. */
    static final List<String> PLUGINS = List.of(
            "consolidation",
            "databases",
            "dvdstore",
            "faban",
            "mail",
            "olio",
            "proving",
            "redis",
            "sql",
            "telemetry",
            "tool",
            "transactions",
            "vsphere",
            "web");

    /** The packages of the web console, which only {@code web} connects. */
    private static final List<String> CONSOLE_PACKAGES =
            List.of("access", "editor", "live", "plugins", "queue", "rig", "runs");

    static Stream<ImportTable> rows() {
        return Stream.of(modules(), engineStages(), runFile(), console(), plugins())
                .flatMap(List::stream);
    }

    private static List<ImportTable> modules() {
        return List.of(
                row("api"),
                row("spi", "api"),
                row("measure", "api", "spi"),
                row("wire", "api", "spi", "measure"),
                row("loader", "api", "spi"),
                row("drive", "api", "spi", "measure"),
                row("process", "api", "spi"),
                row("rig", "api", "process", "measure", "wire", "loader", "spi"),
                row("http", "api", "process"),
                row("scenario", "api", "spi"),
                row("mail", "api", "spi", "process", "plugin.mail.service"),
                row("olio", "api", "spi", "process", "plugin.olio.data"),
                row("testkit", "api", "spi", "measure", "drive"),
                row("launch"),
                row("junit", "spi", "launch"),
                row("maven", "launch"),
                row("agent", "api", "spi", "measure", "wire", "loader", "drive"),
                row(
                        "app", "api", "spi", "measure", "wire", "loader", "drive", "process", "testkit", "engine",
                        "agent", "rig"),
                row("archetype"),
                row("cli", "api", "spi", "app", "archetype", "engine", "loader", "rig", "testkit"),
                row("web", "api", "spi", "process", "app", "engine"));
    }

    private static List<ImportTable> engineStages() {
        List<ImportTable> stages = new ArrayList<>();
        for (int stage = 0; stage < ENGINE_STAGES.size(); stage++) {
            List<String> mayImport = new ArrayList<>(ENGINE_IMPORTS);
            mayImport.addAll(ENGINE_STAGES.subList(0, stage + 1));
            stages.add(new ImportTable(ENGINE_STAGES.get(stage), mayImport));
        }
        return stages;
    }

    private static List<ImportTable> runFile() {
        String text = "engine.config.text";
        return List.of(row(text), row("engine.config.key", "api", "loader", "wire", text));
    }

    private static List<ImportTable> console() {
        List<ImportTable> rows = new ArrayList<>();
        rows.add(row("web.http", "app", "engine"));
        CONSOLE_PACKAGES.forEach(
                name -> rows.add(row("web." + name, "api", "spi", "process", "app", "engine", "web.http")));
        return rows;
    }

    private static List<ImportTable> plugins() {
        return PLUGINS.stream()
                .map(id -> row("plugin." + id, "api", "spi", "process", "http", "scenario"))
                .toList();
    }

    private static ImportTable row(String name, String... others) {
        List<String> mayImport = new ArrayList<>(List.of(others));
        mayImport.add(name);
        return new ImportTable(name, List.copyOf(mayImport));
    }

    String pattern() {
        return pattern(name);
    }

    String[] allowedPatterns() {
        return mayImport.stream().map(ImportTable::pattern).toArray(String[]::new);
    }

    private static String pattern(String name) {
        return PlateauClasses.BASE + "." + name + "..";
    }

    @Override
    public String toString() {
        return name;
    }
}
