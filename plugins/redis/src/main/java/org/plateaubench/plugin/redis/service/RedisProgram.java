// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.IoReason;
import org.plateaubench.process.Program;
import org.plateaubench.process.PublishedBinaries;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutException;

/** The programs of servers and proxies: installed on this host or, for the server only, published. */
public final class RedisProgram {
    public static final String SERVER = "redis-server";

    private static final PublishedBinaries PUBLISHED = new PublishedBinaries(
            "com.github.codemonstur",
            "embedded-redis",
            "1.4.4",
            "b56845f0a81aa0b6a0c32a309e69081ee7bdeadba9efff6374b0fe9af230db63");

    /** Published files by system and architecture, in Java's names. */
    private static final Map<String, String> FILES = Map.of(
            "linux amd64", "redis-server-6.2.6-v5-linux-amd64",
            "linux aarch64", "redis-server-6.2.7-linux-arm64",
            "mac os x x86_64", "redis-server-6.2.6-v5-darwin-amd64",
            "mac os x aarch64", "redis-server-6.2.6-v5-darwin-arm64");

    private RedisProgram() {}

    /**
     * Returns the server's program: the given one, else the one on the search path, else the published one, which is
     * downloaded on first use.
     *
     * @param given path of a program, empty for none
     * @throws SutException with a message when there is none
     */
    public static Path server(String given, Progress progress) throws SutException, InterruptedException {
        if (!given.isEmpty()) {
            Path program = Path.of(given).toAbsolutePath();
            if (!Files.isRegularFile(program) || !Files.isExecutable(program)) {
                throw new SutException("server: there is no program " + program
                        + "; name a redis-server, or leave server out to take the installed or the published one.");
            }
            return program;
        }
        Optional<Path> installed = Program.find(SERVER, List.of());
        return installed.isPresent() ? installed.get() : published(PublishedBinaries.cache(), progress);
    }

    /** Returns the published server below a folder, downloaded when it is missing there. */
    public static Path published(Path cache, Progress progress) throws SutException, InterruptedException {
        String system = (System.getProperty("os.name") + " " + System.getProperty("os.arch")).toLowerCase(Locale.ROOT);
        @Nullable String file = FILES.get(system);
        if (file == null) {
            throw new SutException("There is no redis-server on the search path and none is published for this system ("
                    + system + "); install Redis, or name the program by server.");
        }
        Path program = PUBLISHED.fetch(cache, progress).resolve(file);
        try {
            if (!Files.isExecutable(program)) {
                Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
            }
            return program;
        } catch (IOException e) {
            throw new SutException("The program " + program + " cannot be made executable: " + IoReason.of(e), e);
        }
    }
}
