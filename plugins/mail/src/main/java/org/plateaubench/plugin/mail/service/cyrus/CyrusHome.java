// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service.cyrus;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.plateaubench.spi.SutException;

/**
 * The folder below which Cyrus's packages were unpacked, {@code /} for installed ones.
 *
 * @param root absolute path
 */
record CyrusHome(Path root) {
    private static final Path UNPACKED = Path.of(".plateau", "cyrus");
    private static final List<String> PROGRAMS = List.of("master", "imapd", "lmtpd", "httpd", "idled", "ctl_cyrusdb");

    /** Returns the given, the installed or the unpacked one. */
    static CyrusHome of(String sut, String given) throws SutException {
        List<Path> places = given.isEmpty() ? List.of(Path.of("/"), UNPACKED) : List.of(Path.of(given));
        for (Path place : places) {
            CyrusHome home = new CyrusHome(place.toAbsolutePath().normalize());
            if (PROGRAMS.stream().allMatch(program -> Files.isExecutable(home.program(program)))) {
                return home;
            }
        }
        throw new SutException("SUT " + sut + " needs the programs of Cyrus IMAP (" + String.join(", ", PROGRAMS)
                + "), and there are none in usr/lib/cyrus/bin of "
                + places.stream()
                        .map(place -> place.toAbsolutePath().normalize().toString())
                        .collect(Collectors.joining(" or "))
                + "; unpack its packages as docs/plugins/mail-servers.md says (they cannot be installed beside those of"
                + " Dovecot), and name the folder by home.");
    }

    /** Returns one of its programs. */
    Path program(String name) {
        return root.resolve("usr/lib/cyrus/bin").resolve(name);
    }

    /** Returns the environment by which its programs, and other programs that use its libraries, find them. */
    Map<String, String> environment() throws IOException {
        Map<String, String> environment = new TreeMap<>();
        List<Path> libraries = new ArrayList<>(folders(root.resolve("usr/lib")));
        libraries.addAll(folders(root.resolve("lib")));
        environment.put("LD_LIBRARY_PATH", joined(libraries.stream()));
        environment.put(
                "SASL_PATH",
                joined(Stream.concat(libraries.stream(), folders(Path.of("/usr/lib")).stream())
                        .map(folder -> folder.resolve("sasl2"))
                        .filter(Files::isDirectory)
                        .distinct()));
        return environment;
    }

    /** Returns Debian's library folders, which are named by architecture. */
    private static List<Path> folders(Path parent) throws IOException {
        List<Path> found = new ArrayList<>();
        if (Files.isDirectory(parent)) {
            try (DirectoryStream<Path> folders = Files.newDirectoryStream(parent, "*-linux-gnu*")) {
                folders.forEach(found::add);
            }
        }
        return found;
    }

    private static String joined(Stream<Path> folders) {
        return folders.map(Path::toString).collect(Collectors.joining(":"));
    }
}
