// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Servers that need none of root's rights, and have none when root starts the harness. When an ordinary user starts it,
 * they run as that user. Any thread.
 */
final class FewestRights {
    private static final System.Logger LOG = System.getLogger(FewestRights.class.getName());

    private static final int ROOT = 0;
    private static final int NOBODY = 65534;

    /** No capability, and no program that gains one from its file. */
    private static final List<String> NONE =
            List.of("setpriv", "--no-new-privs", "--inh-caps=-all", "--ambient-caps=-all", "--bounding-set=-all");

    /** Whether the user that runs the server can write into the folders before the word {@code reads}, and read what follows. */
    private static final String REACHES = """
            while [ "$1" != reads ]; do { [ -w "$1" ] && [ -x "$1" ]; } || exit 1; shift; done
            shift
            for file; do [ -r "$file" ] || exit 1; [ ! -d "$file" ] || [ -x "$file" ] || exit 1; done
            """;

    /** Owner and group have all rights; members of the group cannot remove files of the owner (the sticky bit). */
    private static final int SHARED_FOLDER = 01770;

    /** Nobody but the owner. */
    private static final int OWN_FOLDER = 0700;

    private FewestRights() {}

    /**
     * A configuration of user and options to run a server.
     *
     * @param user id of the user that its process belongs to
     * @param options further options of {@code setpriv}
     */
    private record Way(int user, List<String> options) {
        List<String> before() {
            List<String> whole = new ArrayList<>(NONE);
            whole.addAll(options);
            return List.copyOf(whole);
        }
    }

    /**
     * The best first. A process that stays root without capabilities owns root's files: it is for files that user
     * nobody cannot reach.
     */
    private static final List<Way> WAYS = List.of(
            new Way(NOBODY, List.of("--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups")),
            new Way(ROOT, List.of()));

    /**
     * The command prefix that takes root's rights from a server; its own prefix when it has none of them, or is not to
     * lose them.
     */
    static List<String> before(ServerCommand server) throws InterruptedException {
        ServerCommand.Needs needs = server.needs();
        if (needs == null || !ServerRights.isRoot()) {
            return server.rights();
        }
        Set<String> kept = needs.kept();
        for (Way way : WAYS) {
            try {
                if (kept != null) {
                    give(server.folder(), way.user(), kept);
                }
                for (Path file : opened(server, needs)) {
                    own(file, way.user());
                }
                List<String> trial = new ArrayList<>(way.before());
                trial.addAll(List.of("/bin/sh", "-c", REACHES, "reaches"));
                if (kept != null) {
                    trial.add(server.folder().toString());
                }
                needs.writes().forEach(folder -> trial.add(folder.toString()));
                trial.add("reads");
                Stream.concat(needs.reads().stream(), opened(server, needs).stream())
                        .forEach(file -> trial.add(file.toString()));
                if (ServerRights.works(
                        trial,
                        Objects.requireNonNull(server.log().toAbsolutePath().getParent()))) {
                    return way.before();
                }
            } catch (IOException e) {
                LOG.log(System.Logger.Level.DEBUG, "a way to run a server does not work on this host: " + e);
            }
        }
        return List.of();
    }

    /** The harness's own files that the server opens by name. */
    private static List<Path> opened(ServerCommand server, ServerCommand.Needs needs) throws IOException {
        if (!needs.opensLog()) {
            return server.temporaryFiles();
        }
        if (!Files.exists(server.log())) {
            Files.createFile(server.log());
        }
        return Stream.concat(server.temporaryFiles().stream(), Stream.of(server.log()))
                .toList();
    }

    /**
     * Gives the user the files that the server has stored, and the right to store more. Links are neither followed nor
     * given.
     */
    private static void give(Path folder, int user, Set<String> kept) throws IOException {
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path inner, BasicFileAttributes attributes) throws IOException {
                if (!inner.equals(folder)) {
                    own(inner, user);
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                boolean isKept = kept.contains(folder.relativize(file).toString());
                // A hard link that a server may have made to a file of another user does not make that file the
                // server's.
                if (!isKept && attributes.isRegularFile() && Integer.valueOf(1).equals(unix(file, "nlink"))) {
                    own(file, user);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        Files.setAttribute(folder, "unix:gid", user, LinkOption.NOFOLLOW_LINKS);
        int mode = user == ROOT ? OWN_FOLDER : SHARED_FOLDER;
        Files.setAttribute(folder, "unix:mode", mode, LinkOption.NOFOLLOW_LINKS);
    }

    private static Object unix(Path file, String name) throws IOException {
        return Files.getAttribute(file, "unix:" + name, LinkOption.NOFOLLOW_LINKS);
    }

    private static void own(Path path, int user) throws IOException {
        if (!Integer.valueOf(user).equals(unix(path, "uid"))) {
            Files.setAttribute(path, "unix:uid", user, LinkOption.NOFOLLOW_LINKS);
            Files.setAttribute(path, "unix:gid", user, LinkOption.NOFOLLOW_LINKS);
        }
    }
}
