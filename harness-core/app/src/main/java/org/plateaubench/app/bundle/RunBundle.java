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
 * Writes and checks the bundle of a run: one file with everything by which it is judged, and its result. The same run
 * and key give the same bytes. Not included are pages that are derived from the rest, which judging again could not
 * check; logs of SUTs, which may contain anything; and later notes, imported telemetry and judgements. Stateless; any
 * thread.
 */
public final class RunBundle {
    /** The suffix of its name. */
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
     * @param file file to write, which must not exist; it is created when it is complete
     * @param key key with which it is signed, if there is one
     * @throws IOException with a one-sentence message when the run has not ended or lacks a result, or the file cannot
     *     be written
     */
    public static void write(RunFolder run, Path file, Optional<PrivateKey> key) throws IOException {
        requireEnded(run);
        BundleIndex index = BundleIndex.ofRun(run.runId(), items(run.path(), "", files(run.path())));
        pack(index, item -> run.path().resolve(item.path()), file, key);
    }

    /** Writes an archive with an index and its files atomically. */
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
     * The items of an index for files of a folder.
     *
     * @param prefix prefix of their paths within the folder
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
     * Checks an untrusted bundle. It is unpacked within bounds to a separate folder, which is removed afterwards.
     *
     * @param key public key of the expected signer, if one is given
     * @throws IOException when it cannot be unpacked to disk
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
         * @param folder folder that contains the folders of the study and of its runs
         */
        default void visitStudy(BundleCheck.OfStudy study, Path folder, BundleCheck check) throws IOException {}
    }

    /**
     * Like {@link #check(Path, Optional)}.
     *
     * @param visitor receives the run of a bundle that can be judged, with the result of the check
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
