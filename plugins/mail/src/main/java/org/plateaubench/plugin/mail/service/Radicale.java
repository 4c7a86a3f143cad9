// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.plateaubench.plugin.mail.service.DovecotConfiguration.ConfigurationFile;
import org.plateaubench.process.FileTree;
import org.plateaubench.process.OwnerOnly;
import org.plateaubench.process.ServerCommand;
import org.plateaubench.process.ServerProcess;
import org.plateaubench.process.Servers;
import org.plateaubench.spi.SutException;

/** A Radicale with a generated configuration, in a folder with its store; the parent folder holds the log. */
public record Radicale(Path folder) {
    public static final InstalledProgram PROGRAM = new InstalledProgram("radicale", List.of(), "radicale");

    public Path store() {
        return folder.resolve("store");
    }

    public ServerProcess start(Servers servers, String sut, Path program, int port, String password)
            throws IOException, SutException, InterruptedException {
        Path modules = folder.resolve("modules");
        FileTree.remove(modules);
        OwnerOnly.folder(modules);
        OwnerOnly.folder(store());
        // It accepts every login with one password: Radicale's htpasswd reads the file of all users for each request,
        // which would dominate the measurement with ten thousand users.
        Files.writeString(
                modules.resolve("plateau_sign_in.py"), ConfigurationFile.text("plateau_sign_in.py", Map.of()));
        // Users may change their own calendars and address books, and read those of other users.
        Path rights = OwnerOnly.file(folder.resolve("rights"), ConfigurationFile.text("radicale-rights", Map.of()));
        Path passwordFile = OwnerOnly.file(folder.resolve("password"), password);
        Path file = OwnerOnly.file(
                folder.resolve("config"),
                ConfigurationFile.text(
                        "radicale.conf",
                        Map.of("port", port, "password", passwordFile, "rights", rights, "store", store())));
        List<String> line = List.of(program.toString(), "--config", file.toString());
        return servers.start(
                ServerCommand.program("Radicale of SUT " + sut, line, folder, folder.resolveSibling("radicale.log"))
                        .withTemporaryFile(passwordFile)
                        .withEnvironment(Map.of(
                                "PYTHONPATH", modules.toString(), "PYTHONDONTWRITEBYTECODE", "1", "LC_ALL", "C.UTF-8")),
                new Greetings(Map.of(port, Greetings.HTTP)),
                Greetings.LIMIT);
    }
}
