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
import java.util.Set;

/**
 * Servers that are Java programs of this harness need none of root's rights, and have none when root starts the harness.
 * An ordinary user's run as that user. Any thread.
 */
final class JavaServerRights {
    private static final System.Logger LOG = System.getLogger(JavaServerRights.class.getName());

    private static final int ROOT = 0;
    private static final int NOBODY = 65534;

    /** No capability, and no program whose file would give one. */
    private static final List<String> NONE =
            List.of("setpriv", "--no-new-privs", "--inh-caps=-all", "--ambient-caps=-all", "--bounding-set=-all");

    /** Whether the user that runs it can read each file, and write the folder, which is the first. */
    private static final String REACHES = """
            [ -z "$1" ] || { [ -w "$1" ] && [ -x "$1" ]; } || exit 1
            shift
            for file; do [ -r "$file" ] || exit 1; [ ! -d "$file" ] || [ -x "$file" ] || exit 1; done
            """;

    /** Owner and group may do all; who is of the group cannot remove what is the owner's (the sticky bit). */
    private static final int SHARED_FOLDER = 01770;

    /** Nobody but the owner. */
    private static final int OWN_FOLDER = 0700;

    private JavaServerRights() {}

    /**
     * A way to run a server.
     *
     * @param user whom its process belongs to
     * @param options what {@code setpriv} is told besides
     */
    private record Way(int user, List<String> options) {
        List<String> before() {
            List<String> whole = new ArrayList<>(NONE);
            whole.addAll(options);
            return List.copyOf(whole);
        }
    }

    /** The best first. One who is still root without capabilities owns root's files: where nobody reaches not all it needs. */
    private static final List<Way> WAYS = List.of(
            new Way(NOBODY, List.of("--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups")),
            new Way(ROOT, List.of()));

    /** What takes root's rights from a server when it stands before its command; nothing when it has none of them. */
    static List<String> before(ServerCommand server) throws InterruptedException {
        if (!ServerRights.isRoot()) {
            return List.of();
        }
        Set<String> kept = server.kept();
        for (Way way : WAYS) {
            try {
                if (kept != null) {
                    give(server.folder(), way.user(), kept);
                }
                List<String> trial = new ArrayList<>(way.before());
                trial.addAll(List.of("/bin/sh", "-c", REACHES, "reaches"));
                trial.add(kept == null ? "" : server.folder().toString());
                JavaCommand.reads(server.program()).forEach(file -> trial.add(file.toString()));
                if (ServerRights.works(trial, server.folder())) {
                    return way.before();
                }
            } catch (IOException e) {
                LOG.log(System.Logger.Level.DEBUG, "a way to run a server does not work here: " + e);
            }
        }
        return List.of();
    }

    /** Gives what the server has stored, and the right to store more. Links are neither followed nor given. */
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
                // Another name of somebody's file, which a server may have made, does not make that file the server's.
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
