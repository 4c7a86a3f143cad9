// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service.dovecot;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.plateaubench.process.EmbeddedService;
import org.plateaubench.process.FileTree;
import org.plateaubench.process.OwnerOnly;
import org.plateaubench.process.ServerCommand;
import org.plateaubench.process.ServerProcess;
import org.plateaubench.process.Servers;
import org.plateaubench.spi.SutException;

/**
 * A Radicale with a generated configuration.
 *
 * @param folder folder of configuration and store; its parent holds the log
 */
public record Radicale(Path folder) {
    /** The program of Radicale. */
    public static final InstalledProgram PROGRAM = new InstalledProgram("radicale", List.of(), "radicale");

    /**
     * Authentication that accepts every login with the one password. Radicale's htpasswd reads the whole file of users
     * for each request, so that with ten thousand of them reading it would dominate the measurement.
     */
    private static final String SIGN_IN = """
            from hmac import compare_digest

            from radicale.auth import BaseAuth


            class Auth(BaseAuth):
                def __init__(self, configuration):
                    super().__init__(configuration)
                    with open(configuration.get("auth", "htpasswd_filename"), encoding="utf-8") as file:
                        self._password = file.read().encode()

                def login(self, login, password):
                    return login if compare_digest(password.encode(), self._password) else ""
            """;

    /** Rights: users may change their own calendars and address books, and read those of other users. */
    private static final String RIGHTS = """
            [root]
            user: .+
            collection:
            permissions: R

            [principal]
            user: .+
            collection: {user}
            permissions: RW

            [own]
            user: .+
            collection: {user}/[^/]+
            permissions: rw

            [others]
            user: .+
            collection: [^/]+(/[^/]+)?
            permissions: Rr
            """;

    /** Returns its settings without paths; the reason for each is in docs/plugins/mail-servers.md. */
    private static Map<String, String> settings() {
        return new TreeMap<>(Map.of("max_connections", "0", "timeout", "300"));
    }

    /** Returns the folder of its data. */
    public Path store() {
        return folder.resolve("store");
    }

    /**
     * Starts it with the fewest rights; everything in its folder belongs to it.
     */
    public ServerProcess start(Servers servers, String sut, Path program, int port, String password)
            throws IOException, SutException, InterruptedException {
        Path modules = folder.resolve("modules");
        FileTree.remove(modules);
        OwnerOnly.folder(modules);
        OwnerOnly.folder(store());
        Files.writeString(modules.resolve("plateau_sign_in.py"), SIGN_IN);
        OwnerOnly.file(folder.resolve("rights"), RIGHTS);
        Path passwordFile = OwnerOnly.file(folder.resolve("password"), password);
        Path file = OwnerOnly.file(folder.resolve("config"), configuration(port, passwordFile));
        List<String> line = List.of(program.toString(), "--config", file.toString());
        return servers.start(
                ServerCommand.program("Radicale of SUT " + sut, line, folder, folder.resolveSibling("radicale.log"))
                        .withTemporaryFile(passwordFile)
                        .withFewestRights(List.of(program), List.of())
                        .keeping(Set.of())
                        .withEnvironment(Map.of(
                                "PYTHONPATH", modules.toString(), "PYTHONDONTWRITEBYTECODE", "1", "LC_ALL", "C.UTF-8")),
                new Greetings(Map.of(port, Greetings.HTTP)),
                Greetings.LIMIT);
    }

    private String configuration(int port, Path passwordFile) {
        List<String> server = new ArrayList<>(List.of("[server]", "hosts = " + EmbeddedService.HOST + ":" + port));
        settings().forEach((name, value) -> server.add(name + " = " + value));
        List<String> rest = List.of(
                "[auth]",
                "type = plateau_sign_in",
                "htpasswd_filename = " + passwordFile,
                "[rights]",
                "type = from_file",
                "file = " + folder.resolve("rights"),
                "[storage]",
                "filesystem_folder = " + store(),
                "[web]",
                "type = none",
                "[logging]",
                "level = warning",
                "");
        server.addAll(rest);
        return String.join("\n", server);
    }
}
