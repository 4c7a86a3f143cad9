// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.bundle;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.plateaubench.app.archive.RefusedArchive;
import org.plateaubench.app.archive.UntrustedArchive;
import org.plateaubench.app.signing.Ed25519;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.store.ImportedTelemetry;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.engine.store.StoredFile;
import org.plateaubench.loader.Sha256;
import org.plateaubench.process.FileTree;

/**
 * Writes and checks the bundle of a run: all that it is judged by and its result, in one file. The same run and key give the same
 * bytes. Left out are pages that are made of the rest, which judging again could not check, logs of SUTs, which may
 * hold what a SUT chose to write, and later notes, imported telemetry and judgements. Stateless; any thread.
 */
public final class RunBundle {
    /** The end of its name. */
    public static final String ENDING = ".bundle.zip";

    private static final Set<String> LEFT_OUT = Stream.of(
                    StoredFile.REPORT,
                    StoredFile.REPORT_XML,
                    StoredFile.ANNOTATION,
                    StoredFile.OWNER,
                    StoredFile.RESERVE,
                    StoredFile.PLUGIN_OUTPUT,
                    StoredFile.PLUGIN_FAULTS)
            .map(StoredFile::fileName)
            .collect(Collectors.toUnmodifiableSet());

    private RunBundle() {}

    /**
     * Writes a bundle.
     *
     * @param file where it is put when it is whole; must not exist
     * @param key signs it, if there is one
     * @throws IOException with a sentence for a person when the run has not ended or lacks a result, or the file cannot
     *     be written
     */
    public static void write(RunFolder run, Path file, Optional<PrivateKey> key) throws IOException {
        requireEnded(run);
        BundleIndex index = BundleIndex.ofRun(run.runId(), items(run.path(), "", files(run.path())));
        pack(index, item -> run.path().resolve(item.path()), file, key);
    }

    /** Writes an archive with an index and its files, whole or not at all. */
    static void pack(BundleIndex index, Function<BundleIndex.Item, Path> places, Path file, Optional<PrivateKey> key)
            throws IOException {
        Path unfinished = file.resolveSibling(file.getFileName() + ".part");
        try {
            write(places, index, unfinished, key);
            Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(unfinished);
        }
    }

    private static void requireEnded(RunFolder run) throws IOException {
        RunFolder.State state = run.state();
        if (state != RunFolder.State.COMPLETED || !Files.isRegularFile(run.file(StoredFile.RESULT))) {
            throw new IOException("Run " + run.runId() + " is " + state.label()
                    + ", or has no result: a bundle is made of a run that was completed and judged.");
        }
    }

    /**
     * Files of a folder as an index has them.
     *
     * @param prefix what stands before their paths within the folder
     */
    static List<BundleIndex.Item> items(Path folder, String prefix, List<Path> files) throws IOException {
        List<BundleIndex.Item> items = new ArrayList<>();
        for (Path file : files) {
            String path = prefix + folder.relativize(file).toString().replace('\\', '/');
            if (!UntrustedArchive.isAccepted(folder.getFileName() + "/" + path)) {
                throw new IOException(
                        "The file " + file + " cannot be in a bundle. " + UntrustedArchive.NAME_RULE + ".");
            }
            items.add(new BundleIndex.Item(path, Files.size(file), Sha256.of(file)));
        }
        return items;
    }

    /** The files of a run that are in a bundle. */
    static List<Path> files(Path run) throws IOException {
        try (Stream<Path> all = Files.walk(run)) {
            return all.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                    .filter(file -> !isLeftOut(run.relativize(file)))
                    .sorted()
                    .toList();
        }
    }

    private static boolean isLeftOut(Path file) {
        String first = file.getName(0).toString();
        return LEFT_OUT.contains(file.toString())
                || List.of(RunFolder.SUTS, RunFolder.JUDGEMENTS, ImportedTelemetry.FOLDER)
                        .contains(first);
    }

    private static void write(
            Function<BundleIndex.Item, Path> places, BundleIndex index, Path file, Optional<PrivateKey> key)
            throws IOException {
        byte[] text = Documents.text(index).getBytes(StandardCharsets.UTF_8);
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file));
                PlainZip zip = new PlainZip(out)) {
            zip.add(BundleIndex.NAME, text);
            if (key.isPresent()) {
                zip.add(BundleIndex.SIGNATURE, Ed25519.sign(text, key.get()));
            }
            for (BundleIndex.Item item : index.files()) {
                zip.add(index.path(item), places.apply(item));
            }
        }
    }

    /**
     * Checks a bundle. Nothing of it is trusted: it is unpacked within bounds to a folder of its own, which is removed.
     *
     * @param key the public key of the expected signer, if one is given
     * @throws IOException when there is no place to unpack it
     */
    public static BundleCheck check(Path file, Optional<PublicKey> key) throws IOException {
        return check(file, key, (run, check) -> {});
    }

    /** Receives the run of a bundle while it is unpacked. */
    public interface Visitor {
        void visit(RunFolder run, BundleCheck check) throws IOException;

        /**
         * Receives the study of a bundle instead of a run.
         *
         * @param folder has the folder of the study and of each of its runs
         */
        default void visitStudy(BundleCheck.OfStudy study, Path folder, BundleCheck check) throws IOException {}
    }

    /**
     * Like {@link #check(Path, Optional)}.
     *
     * @param visitor is given the run of a bundle that can be judged, with what was found
     */
    public static BundleCheck check(Path file, Optional<PublicKey> key, Visitor visitor) throws IOException {
        Path folder = Files.createTempDirectory("plateau-bundle-");
        try (UntrustedArchive archive = UntrustedArchive.open(file, UnpackedBundle.BOUNDS)) {
            archive.unpack(folder, UnpackedBundle.mostBytes(file));
            BundleCheck check = new UnpackedBundle(file, archive, folder).check(key);
            if (check.runId() != null && check.verdict() != null) {
                visitor.visit(RunFolder.of(folder.resolve(check.runId())), check);
            }
            BundleCheck.OfStudy study = check.study();
            if (study != null && study.outcome() != null) {
                visitor.visitStudy(study, folder, check);
            }
            return check;
        } catch (RefusedArchive e) {
            return BundleCheck.unread(List.of("The archive is refused: " + e.getMessage() + "."));
        } finally {
            FileTree.remove(folder);
        }
    }
}
