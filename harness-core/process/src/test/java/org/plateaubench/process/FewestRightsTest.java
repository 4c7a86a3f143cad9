// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.plateaubench.spi.SutException;

/** What a server of ours may do that root starts, as the system tells it and as the server finds out. */
final class FewestRightsTest {
    private static final int NOBODY = 65534;
    private static final String NO_CAPABILITY = "0000000000000000";

    private Path folder = Path.of("");
    private Path stored = Path.of("");

    /** Not below a folder that is its owner's alone, as the temporary ones of JUnit are. */
    @BeforeEach
    void makeFolder() throws IOException {
        assumeTrue(ServerRights.isRoot(), "only root has rights to give up");
        folder = Files.createTempDirectory("plateau-rights");
        open(folder);
        stored = Files.createDirectory(folder.resolve("stored"));
    }

    @AfterEach
    void removeFolder() throws IOException {
        FileTree.remove(folder);
    }

    private static void open(Path path) throws IOException {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** A class path that everybody may read, wherever the build stands. */
    private List<Path> classPath() throws IOException {
        Path copy = folder.resolve("classes");
        for (Class<?> one : List.of(Lifeline.class, StoringChild.class)) {
            Path origin = JavaCommand.origin(one);
            try (Stream<Path> files = Files.walk(origin)) {
                for (Path file : files.toList()) {
                    Path target = copy.resolve(origin.relativize(file).toString());
                    if (Files.isDirectory(file)) {
                        Files.createDirectories(target);
                        open(target);
                    } else {
                        Files.copy(file, target);
                        open(target);
                    }
                }
            }
        }
        return List.of(copy);
    }

    private List<String> child(String... tried) throws IOException {
        return JavaCommand.of(StoringChild.class.getName(), classPath(), List.of(), List.of(tried));
    }

    private ServerCommand server(List<String> line) {
        return ServerCommand.java("child", line, stored, folder.resolve("log"));
    }

    private static ChildProcess start(ServerCommand server) throws Exception {
        return server.withRights(ServerRights.before(server)).start();
    }

    private static String said(ChildProcess child) throws Exception {
        return child.awaitReady(ReadyLine.awaited(), Duration.ofSeconds(60));
    }

    private static List<String> status(ChildProcess child, String name) throws IOException {
        return Files.readAllLines(Path.of("/proc/" + child.pid() + "/status")).stream()
                .filter(line -> line.startsWith(name + ":"))
                .flatMap(line ->
                        Stream.of(line.substring(name.length() + 1).strip().split("\\s+", -1)))
                .filter(word -> !word.isEmpty())
                .distinct()
                .toList();
    }

    private static void hasNone(ChildProcess child, int user) throws IOException {
        String id = Integer.toString(user);
        assertThat(status(child, "Uid")).containsExactly(id);
        assertThat(status(child, "Gid")).containsExactly(id);
        for (String set : List.of("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb")) {
            assertThat(status(child, set)).as(set).containsExactly(NO_CAPABILITY);
        }
        assertThat(status(child, "NoNewPrivs")).containsExactly("1");
    }

    @Test
    void isNobodyWithoutCapabilitiesAndStoresInItsFolderAlone() throws Exception {
        Path theirs = Files.writeString(folder.resolve("theirs"), "of root");
        Files.writeString(stored.resolve("old"), "of a start with other rights");
        Files.createSymbolicLink(stored.resolve("link"), theirs);
        Files.createLink(stored.resolve("other-name"), theirs);
        Path kept = Files.writeString(stored.resolve("kept"), "secret");
        Files.setPosixFilePermissions(kept, PosixFilePermissions.fromString("rw-------"));
        List<String> command =
                child("write:new", "write:old", "write:link", "write:other-name", "read:kept", "replace:kept");

        try (ChildProcess child = start(server(command).keeping(Set.of("kept")))) {
            assertThat(said(child))
                    .isEqualTo(
                            "write:new,write:old,not-write:link,not-write:other-name,not-read:kept,not-replace:kept");
            hasNone(child, NOBODY);
            assertThat(status(child, "Groups")).isEmpty();
        }
        assertThat(Files.readString(theirs)).isEqualTo("of root");
        assertThat(Files.readString(kept)).isEqualTo("secret");
        assertThat(Files.getAttribute(stored, "unix:uid")).isEqualTo(0);
    }

    @Test
    void whereNobodyReachesNotAllItIsItsUserWithoutCapabilities() throws Exception {
        Path classes = classPath().getFirst();
        Files.setPosixFilePermissions(classes, PosixFilePermissions.fromString("rwx------"));
        List<String> command = JavaCommand.of(
                StoringChild.class.getName(), List.of(classes), List.of(), List.of("write:old", "write:new"));
        Files.setAttribute(Files.writeString(stored.resolve("old"), "of a start as nobody"), "unix:uid", NOBODY);

        try (ChildProcess child = start(server(command))) {
            assertThat(said(child)).isEqualTo("write:old,write:new");
            hasNone(child, 0);
        }
    }

    @Test
    void aFolderOfItsOwnerAloneAboveWhatItStoresIsNotReached() throws Exception {
        List<String> command = child("write:new");
        Path above = Files.createDirectory(folder.resolve("above"));
        Files.setPosixFilePermissions(above, PosixFilePermissions.fromString("rwx------"));
        stored = Files.createDirectory(above.resolve("stored"));

        try (ChildProcess child = start(server(command))) {
            assertThat(said(child)).isEqualTo("write:new");
            hasNone(child, 0);
        }
    }

    @Test
    void oneThatStoresNothingIsNobodyToo() throws Exception {
        try (ChildProcess child = start(server(child("write:new")).storingNothing())) {
            assertThat(said(child)).isEqualTo("not-write:new");
            hasNone(child, NOBODY);
        }
    }

    @Test
    void aFolderOfItsOwnIsGivenToItWithAllThatItHolds() throws Exception {
        Path own = Files.createDirectories(folder.resolve("own/inner"));
        Path old = Files.writeString(own.resolve("old"), "of a start with other rights");
        Path theirs = Files.writeString(folder.resolve("theirs"), "of root");
        Path link = Files.createSymbolicLink(own.resolve("link"), theirs);
        ServerCommand server =
                server(child("write:new")).storingNothing().namingUser().owning(List.of(own.getParent()));

        try (ChildProcess child = start(server)) {
            assertThat(said(child)).isEqualTo("not-write:new");
            hasNone(child, NOBODY);
        }
        for (Path given : List.of(own.getParent(), own, old)) {
            assertThat(Files.getAttribute(given, "unix:uid"))
                    .as(given.toString())
                    .isEqualTo(NOBODY);
        }
        assertThat(Files.getAttribute(theirs, "unix:uid")).isEqualTo(0);
        assertThat(Files.getAttribute(link, "unix:uid", LinkOption.NOFOLLOW_LINKS))
                .isEqualTo(0);
    }

    @Test
    void oneThatRefusesRootWhereNoWayWorksIsASentence() {
        Path missing = folder.resolve("missing");
        ServerCommand server = ServerCommand.program("Rdb", List.of("rdb"), stored, folder.resolve("log"))
                .withFewestRights(List.of(missing), List.of());
        for (ServerCommand refusing : List.of(server.refusingRoot(), server.namingUser())) {
            assertThatThrownBy(() -> ServerRights.before(refusing))
                    .isInstanceOf(SutException.class)
                    .hasMessageStartingWith("Rdb does not run as root, and neither")
                    .hasMessageContaining("start the harness as an ordinary user");
        }
    }
}
