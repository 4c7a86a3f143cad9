// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.plateaubench.spi.SutException;

/**
 * Limits the rights of servers that refuse to run as root, or need none of root's rights. When an ordinary user starts
 * the harness, they run as that user. Any thread.
 */
public final class ServerRights {
    private static final int NOBODY = 65534;

    private static final Duration TRIAL_LIMIT = Duration.ofSeconds(5);

    /**
     * Runs a server as user nobody. Of root's rights the server keeps only access to all files, since programs and data
     * are in root's folders, and the server's own check of them ({@code access}) must succeed.
     */
    public static final List<String> AS_NOBODY = List.of(
            "setpriv",
            "--no-new-privs",
            "--reuid=" + NOBODY,
            "--regid=" + NOBODY,
            "--clear-groups",
            "--securebits=+no_setuid_fixup",
            "--inh-caps=-all,+dac_override",
            "--ambient-caps=-all,+dac_override",
            "--bounding-set=-all,+dac_override");

    /**
     * Runs a server in a user namespace that maps no user. It has no rights beyond those of a file's owner, and still
     * owns the files that the harness created. Many containers do not allow user namespaces.
     */
    static final List<String> IN_NAMESPACE = inNamespace();

    /** The same for servers that switch users themselves, which fails in a namespace that maps no user. */
    static final List<String> IN_NAMED_NAMESPACE = inNamespace("--map-user=" + NOBODY, "--map-group=" + NOBODY);

    private static final System.Logger LOG = System.getLogger(ServerRights.class.getName());

    private static final int ROOT = 0;

    /**
     * A script that tests whether the user that runs the server can write to the files and folders before the word
     * {@code reads}, and read those after it.
     */
    private static final String REACHES = """
            may() { [ "$1" "$2" ] && { [ ! -d "$2" ] || [ -x "$2" ]; }; }
            while [ "$1" != reads ]; do may -w "$1" || exit 1; shift; done
            shift
            for file; do may -r "$file" || exit 1; done
            """;

    /** Owner and group have all rights; members of the group cannot remove files of the owner (the sticky bit). */
    private static final int SHARED_FOLDER = 01770;

    /** Permissions of a folder that only its owner may use. */
    private static final int OWN_FOLDER = 0700;

    /**
     * A user to run a server as, and the prefix of its command.
     *
     * @param owner id of the user whose files the server owns
     */
    private record Way(int owner, List<String> prefix) {}

    private static final Way WITHOUT_ANY = new Way(
            NOBODY,
            Stream.concat(keeping().stream(), Stream.of("--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups"))
                    .toList());

    /**
     * All ways, the best first. A process that stays root without capabilities owns root's files: it is for files that
     * user nobody cannot reach. The last way is for files of other users.
     */
    private static final List<Way> WAYS =
            List.of(WITHOUT_ANY, new Way(ROOT, keeping()), new Way(ROOT, keeping("dac_override")));

    /** The ways for programs that refuse to run as root, the best first. */
    private static final List<Way> WAYS_BUT_ROOT =
            List.of(WITHOUT_ANY, new Way(ROOT, IN_NAMESPACE), new Way(NOBODY, AS_NOBODY));

    /** The ways for programs that refuse to run as root and look up their user by name, the best first. */
    private static final List<Way> NAMED_WAYS =
            List.of(WITHOUT_ANY, new Way(ROOT, IN_NAMED_NAMESPACE), new Way(NOBODY, AS_NOBODY));

    private ServerRights() {}

    /** A process has all capabilities in a namespace of its own; setpriv needs one of them to drop them all. */
    private static List<String> inNamespace(String... mapping) {
        return Stream.of(Stream.of("unshare", "--user", "--keep-caps"), Stream.of(mapping), keeping().stream())
                .flatMap(words -> words)
                .toList();
    }

    /**
     * The prefix of the command of a server that has to run as root and switches users itself: it keeps the named
     * capabilities and never gains another. Empty if setpriv does not work on this host.
     *
     * @param folder folder for the log of a trial
     * @param kept capabilities as setpriv names them, such as {@code setuid}
     */
    public static List<String> ofRoot(Path folder, List<String> kept) throws InterruptedException {
        List<String> way = keeping(kept.toArray(String[]::new));
        return works(Stream.concat(way.stream(), Stream.of("true")).toList(), folder) ? way : List.of();
    }

    /**
     * Removes all but the named capabilities from a program of root, and prevents it from gaining others by executing
     * another file.
     */
    static List<String> keeping(String... capabilities) {
        String kept = Stream.of(capabilities).map(name -> ",+" + name).collect(Collectors.joining());
        return List.of(
                "setpriv", "--no-new-privs", "--inh-caps=-all", "--ambient-caps=-all", "--bounding-set=-all" + kept);
    }

    /** The failure of a server that could not be started with fewer rights. */
    static SutException refused(String product) {
        return new SutException(product + " does not run as root, and neither unshare --user nor setpriv works here to"
                + " run it with fewer rights; start the harness as an ordinary user.");
    }

    /** Whether a command can be started and exits with code 0. */
    static boolean works(List<String> command, Path folder) throws InterruptedException {
        try {
            Path log = Files.createTempFile(folder, "rights", ".log");
            try {
                return new Program(command, folder, log).run(TRIAL_LIMIT);
            } finally {
                Files.delete(log);
            }
        } catch (IOException e) {
            return false;
        }
    }

    /** Whether this process runs as root. */
    public static boolean isRoot() {
        try {
            return Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
        } catch (IOException | UnsupportedOperationException e) {
            return "root".equals(System.getProperty("user.name")); // Not Linux.
        }
    }

    /**
     * The command prefix that takes root's rights from a server; the server's own prefix if it has none of these
     * rights, or keeps them.
     *
     * @throws SutException when no prefix works for a program that refuses to run as root
     */
    static List<String> before(ServerCommand server) throws SutException, InterruptedException {
        ServerCommand.Needs needs = server.needs();
        if (needs == null || !isRoot()) {
            return server.rights();
        }
        List<Way> ways = switch (needs.user()) {
            case ANY -> WAYS;
            case NOT_ROOT -> WAYS_BUT_ROOT;
            case NAMED -> NAMED_WAYS;
        };
        for (Way way : ways) {
            if (works(way, server, needs)) {
                return way.prefix();
            }
        }
        if (needs.user() == ServerCommand.User.ANY) {
            return List.of();
        }
        throw refused(server.name());
    }

    private static boolean works(Way way, ServerCommand server, ServerCommand.Needs needs) throws InterruptedException {
        try {
            List<String> trial = new ArrayList<>(way.prefix());
            trial.addAll(List.of("/bin/sh", "-c", REACHES, "reaches"));
            Set<String> kept = needs.kept();
            if (kept != null) {
                give(server.folder(), way.owner(), kept);
                trial.add(server.folder().toString());
            }
            for (Path folder : needs.owned()) {
                own(folder, way.owner());
                giveContent(folder, way.owner(), Set.of());
                trial.add(folder.toString());
            }
            List<Path> opened = opened(server, needs);
            for (Path file : opened) {
                own(file, way.owner());
            }
            needs.writes().forEach(place -> trial.add(place.toString()));
            trial.add("reads");
            Stream.concat(needs.reads().stream(), opened.stream()).forEach(file -> trial.add(file.toString()));
            return works(
                    trial, Objects.requireNonNull(server.log().toAbsolutePath().getParent()));
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "a way to run a server does not work on this host: " + e);
            return false;
        }
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
     * Makes the user the owner of the files that the server has stored, and allows the user to store more. Links are
     * not followed and keep their owner.
     */
    private static void give(Path folder, int user, Set<String> kept) throws IOException {
        giveContent(folder, user, kept);
        Files.setAttribute(folder, "unix:gid", user, LinkOption.NOFOLLOW_LINKS);
        int mode = user == ROOT ? OWN_FOLDER : SHARED_FOLDER;
        Files.setAttribute(folder, "unix:mode", mode, LinkOption.NOFOLLOW_LINKS);
    }

    /** Makes the user the owner of everything in a folder. Links are not followed and keep their owner. */
    private static void giveContent(Path folder, int user, Set<String> kept) throws IOException {
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
