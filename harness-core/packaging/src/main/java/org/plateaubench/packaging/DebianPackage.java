// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.packaging;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.zip.Deflater;
import org.apache.commons.compress.archivers.ar.ArArchiveEntry;
import org.apache.commons.compress.archivers.ar.ArArchiveOutputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorOutputStream;
import org.apache.commons.compress.compressors.gzip.GzipParameters;
import org.plateaubench.cli.release.Release;

/**
 * The installation as a package {@code plateau} for Debian and its derivatives, with its files in {@code
 * /usr/share/plateau}.
 */
record DebianPackage(Release release) {
    private static final String HOME = "./usr/share/plateau/";
    private static final String DOCUMENTS = "./usr/share/doc/plateau/";
    private static final List<String> FOLDERS = List.of(
            "./",
            "./usr/",
            "./usr/bin/",
            "./usr/share/",
            "./usr/share/doc/",
            DOCUMENTS,
            "./usr/share/lintian/",
            "./usr/share/lintian/overrides/",
            "./usr/share/man/",
            "./usr/share/man/man1/");
    private static final int FILE_MODE = 0100644;
    private static final int BYTES_PER_KIB = 1024;

    /** The name of the file. The tilde makes a version that is not released yet sort before its release. */
    String fileName() {
        return "plateau_" + version() + "_all.deb";
    }

    private String version() {
        return release.version().replace('-', '~');
    }

    /**
     * Writes the package. Equal installations give equal bytes.
     *
     * @param file file to write; an existing one is replaced
     */
    void write(Path file) throws IOException {
        Path data = Files.createTempFile("plateau-", ".tar.gz");
        try (ArArchiveOutputStream out = new ArArchiveOutputStream(Files.newOutputStream(file))) {
            long bytes = data(data);
            member(out, "debian-binary", "2.0\n".getBytes(StandardCharsets.US_ASCII));
            member(out, "control.tar.gz", control(bytes));
            begin(out, "data.tar.gz", Files.size(data));
            Files.copy(data, out);
            out.closeArchiveEntry();
        } finally {
            Files.delete(data);
        }
    }

    /** Writes the files and returns their size in bytes when installed. */
    private long data(Path file) throws IOException {
        try (OutputStream out = Files.newOutputStream(file);
                TarFile tar = new TarFile(out, release.timestamp())) {
            for (String folder : FOLDERS) {
                tar.folder(folder);
            }
            tar.link("./usr/bin/plateau", "../share/plateau/plateau");
            tar.file(DOCUMENTS + "copyright", (resource("copyright") + notice()).getBytes(StandardCharsets.UTF_8));
            tar.file(DOCUMENTS + "changelog.gz", compressed(changelog()));
            tar.file(
                    "./usr/share/lintian/overrides/plateau",
                    resource("lintian-overrides").getBytes(StandardCharsets.UTF_8));
            tar.file("./usr/share/man/man1/plateau.1.gz", compressed(resource("plateau.1")));
            return InstallationArchive.add(release, tar, HOME);
        }
    }

    private String notice() throws IOException {
        return Files.readString(release.folder().resolve("NOTICE"));
    }

    private String changelog() {
        return """
                plateau (%s) unstable; urgency=low

                  * The changes are in /usr/share/plateau/CHANGELOG.md.

                 -- %s  %s
                """.formatted(
                        version(),
                        release.maintainer(),
                        DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss Z", Locale.ENGLISH)
                                .format(release.timestamp().atOffset(ZoneOffset.UTC)));
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = DebianPackage.class.getResourceAsStream("debian/" + name)) {
            return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static byte[] compressed(String text) throws IOException {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        GzipParameters parameters = new GzipParameters();
        // The documents that Debian's policy requires.
        parameters.setCompressionLevel(Deflater.BEST_COMPRESSION);
        try (GzipCompressorOutputStream out = new GzipCompressorOutputStream(compressed, parameters)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return compressed.toByteArray();
    }

    private byte[] control(long bytes) throws IOException {
        String control = """
                Package: plateau
                Version: %s
                Architecture: all
                Maintainer: %s
                Installed-Size: %d
                Depends: openjdk-25-jdk-headless | temurin-25-jdk | java25-sdk-headless
                Section: utils
                Priority: optional
                Homepage: %s
                Description: benchmark harness for databases, web applications and servers
                 Plateau drives systems under test as their users would, reports the load that
                 they sustained, and says whether the measurement itself can be trusted.
                """.formatted(
                version(), release.maintainer(), (bytes + BYTES_PER_KIB - 1) / BYTES_PER_KIB, release.homepage());
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (TarFile tar = new TarFile(packed, release.timestamp())) {
            tar.folder("./");
            tar.file("./control", control.getBytes(StandardCharsets.UTF_8));
        }
        return packed.toByteArray();
    }

    private void member(ArArchiveOutputStream out, String name, byte[] content) throws IOException {
        begin(out, name, content.length);
        out.write(content);
        out.closeArchiveEntry();
    }

    private void begin(ArArchiveOutputStream out, String name, long size) throws IOException {
        out.putArchiveEntry(new ArArchiveEntry(
                name, size, 0, 0, FILE_MODE, release.timestamp().getEpochSecond()));
    }
}
