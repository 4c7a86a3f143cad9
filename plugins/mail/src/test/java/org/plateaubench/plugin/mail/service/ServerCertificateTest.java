// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.plateaubench.process.ServerCertificate;

/** keytool is started as every program of a SUT is: it gets to know nothing that it does not need. */
@ResourceLock(Resources.SYSTEM_PROPERTIES)
final class ServerCertificateTest {
    private static final Set<String> NEEDED =
            Set.of("PATH", "HOME", "USER", "LOGNAME", "LANG", "LC_ALL", "TZ", "TMPDIR");

    /** What a shell sets itself. */
    private static final Set<String> OF_THE_SHELL = Set.of("PWD", "OLDPWD", "SHLVL", "_");

    @TempDir
    private Path folder;

    /** The real keytool, behind a program that writes down its environment first. */
    private Path homeThatListens(Path real, Path seen) throws IOException {
        Path program = Files.createDirectories(folder.resolve("java/bin")).resolve("keytool");
        Files.writeString(program, "#!/bin/sh\nenv >> '" + seen + "'\nexec '" + real + "/bin/keytool' \"$@\"\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        return folder.resolve("java");
    }

    @Test
    void keytoolSeesOfTheEnvironmentOnlyWhatEveryProgramNeeds() throws Exception {
        Set<String> planted = new TreeSet<>(System.getenv().keySet());
        planted.removeAll(NEEDED);
        planted.removeAll(OF_THE_SHELL);
        assertThat(planted)
                .as("variables that this test has to keep from the process")
                .isNotEmpty();
        Path seen = folder.resolve("seen");
        String home = System.getProperty("java.home");
        try {
            System.setProperty("java.home", homeThatListens(Path.of(home), seen).toString());
            ServerCertificate made = ServerCertificate.in(folder.resolve("certificate"));
            assertThat(Files.readString(made.certificate())).startsWith("-----BEGIN CERTIFICATE-----");
        } finally {
            System.setProperty("java.home", home);
        }
        Set<String> names = Files.readAllLines(seen).stream()
                .filter(line -> line.matches("[A-Za-z_][A-Za-z0-9_]*=.*"))
                .map(line -> line.substring(0, line.indexOf('=')))
                .collect(Collectors.toCollection(TreeSet::new));
        names.removeAll(OF_THE_SHELL);
        assertThat(names).isSubsetOf(NEEDED).contains("PATH");
    }
}
