// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.plugin;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.tools.ToolProvider;

/** An archive of a real plugin that the test compiles, with further entries. */
final class ArchiveOfPlugin {
    private final Path folder;
    private final Map<String, byte[]> entries = new LinkedHashMap<>();

    /** An archive without entries, whose files are made in a folder of the test. */
    ArchiveOfPlugin(Path folder) {
        this.folder = folder;
    }

    /** An archive of a plugin without a SUT service. */
    static Path of(Path folder, String id, String version) throws IOException {
        return new ArchiveOfPlugin(folder)
                .with(id + "/plugin.jar", jar(folder, id, version, ""))
                .write(id + version);
    }

    ArchiveOfPlugin with(String name, byte[] content) {
        entries.put(name, content);
        return this;
    }

    ArchiveOfPlugin with(String name, String content) {
        return with(name, content.getBytes(StandardCharsets.UTF_8));
    }

    Path write(String name) throws IOException {
        Path file = folder.resolve(name + ".zip");
        try (OutputStream out = Files.newOutputStream(file)) {
            write(out, entries);
        }
        return file;
    }

    private static void write(OutputStream to, Map<String, byte[]> entries) throws IOException {
        try (ZipOutputStream zip = new ZipOutputStream(to)) {
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                zip.putNextEntry(new ZipEntry(entry.getKey()));
                zip.write(entry.getValue());
            }
        }
    }

    /**
     * The jar of a plugin.
     *
     * @param members further members of its class
     */
    static byte[] jar(Path folder, String id, String version, String members) throws IOException {
        Path classes = Files.createTempDirectory(folder, "classes");
        Path source = classes.resolve("SamplePlugin.java");
        Files.writeString(source, """
                public final class SamplePlugin implements org.plateaubench.spi.Plugin {
                    @Override public String id() { return "%s"; }
                    @Override public String version() { return "%s"; }
                    @Override public java.util.List<org.plateaubench.spi.TelemetrySourceType> telemetrySources() {
                        return java.util.List.of(new Telemetry());
                    }
                    %s
                }
                final class Telemetry implements org.plateaubench.spi.TelemetrySourceType {
                    @Override public String service() { return Later.text(); }
                    @Override public org.plateaubench.spi.TelemetrySource open(org.plateaubench.api.SutAddress sut) {
                        throw new UnsupportedOperationException();
                    }
                }
                final class Later { static String text() { return "service of %s"; } }
                """.formatted(id, version, members, version));
        int code = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-proc:none",
                        "-nowarn",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-d",
                        classes.toString(),
                        source.toString());
        if (code != 0) {
            throw new IOException("the sample does not compile");
        }
        Map<String, byte[]> content = new LinkedHashMap<>();
        try (DirectoryStream<Path> compiled = Files.newDirectoryStream(classes, "*.class")) {
            for (Path each : compiled) {
                content.put(each.getFileName().toString(), Files.readAllBytes(each));
            }
        }
        content.put("META-INF/services/org.plateaubench.spi.Plugin", "SamplePlugin".getBytes(StandardCharsets.UTF_8));
        ByteArrayOutputStream jar = new ByteArrayOutputStream();
        write(jar, content);
        return jar.toByteArray();
    }
}
