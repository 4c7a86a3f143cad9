// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.release;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;

/** The installation as a package of Debian and its relatives: in {@code /usr/share/plateau}, called {@code plateau}. */
final class DebianPackage {
    private static final String HOME = "./usr/share/plateau/";
    private static final String DOCUMENTS = "./usr/share/doc/plateau/";
    private static final int BYTES_PER_KIB = 1024;

    private final Release release;

    DebianPackage(Release release) {
        this.release = release;
    }

    /** Name of the file. A version that is no release yet sorts before it, which the tilde says. */
    String fileName() {
        return "plateau_" + version() + "_all.deb";
    }

    private String version() {
        return release.version().replace('-', '~');
    }

    /**
     * Writes the package. Equal installations give equal bytes.
     *
     * @param file replaced when it exists
     */
    void write(Path file) throws IOException {
        Path data = Files.createTempFile("plateau-", ".tar.gz");
        try {
            long bytes = data(data);
            try (OutputStream out = Files.newOutputStream(file)) {
                out.write(ascii("!<arch>\n"));
                member(out, "debian-binary", ascii("2.0\n"));
                member(out, "control.tar.gz", control(bytes));
                header(out, "data.tar.gz", Files.size(data));
                Files.copy(data, out);
                pad(out, Files.size(data));
            }
        } finally {
            Files.delete(data);
        }
    }

    /** Writes the files and returns the bytes that they take once installed. */
    private long data(Path file) throws IOException {
        try (OutputStream out = Files.newOutputStream(file);
                TarWriter tar = new TarWriter(new GZIPOutputStream(out), release.timestamp())) {
            for (String folder : new String[] {"./", "./usr/", "./usr/bin/", "./usr/share/"}) {
                tar.folder(folder);
            }
            tar.link("./usr/bin/plateau", "../share/plateau/plateau");
            tar.folder("./usr/share/doc/");
            tar.folder(DOCUMENTS);
            tar.file(DOCUMENTS + "copyright", release.folder().resolve("NOTICE"));
            return InstallationArchive.add(release, tar, HOME);
        }
    }

    private byte[] control(long bytes) throws IOException {
        String control = """
                Package: plateau
                Version: %s
                Architecture: all
                Maintainer: The Plateau developers <developers@plateaubench.org>
                Installed-Size: %d
                Depends: bash, openjdk-25-jdk-headless | temurin-25-jdk | java25-sdk-headless
                Section: utils
                Priority: optional
                Homepage: https://plateaubench.org
                Description: benchmark harness for databases, web applications and servers
                 Plateau drives systems under test as their users would, reports the load that
                 they sustained, and says whether the measurement itself can be trusted.
                """.formatted(version(), (bytes + BYTES_PER_KIB - 1) / BYTES_PER_KIB);
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (TarWriter tar = new TarWriter(new GZIPOutputStream(packed), release.timestamp())) {
            tar.folder("./");
            tar.file("./control", control.getBytes(StandardCharsets.UTF_8));
        }
        return packed.toByteArray();
    }

    private void member(OutputStream out, String name, byte[] content) throws IOException {
        header(out, name, content.length);
        out.write(content);
        pad(out, content.length);
    }

    private void header(OutputStream out, String name, long size) throws IOException {
        out.write(ascii("%-16s%-12d%-6d%-6d%-8s%-10d`\n"
                .formatted(name, release.timestamp().getEpochSecond(), 0, 0, "100644", size)));
    }

    private static void pad(OutputStream out, long size) throws IOException {
        if (size % 2 != 0) {
            out.write('\n');
        }
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
