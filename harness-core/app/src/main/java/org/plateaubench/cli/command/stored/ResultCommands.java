// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command.stored;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.Installation;
import org.plateaubench.app.RunReports;
import org.plateaubench.app.UsageError;
import org.plateaubench.app.runs.PastRuns;
import org.plateaubench.app.runs.PastRuns.SharedTrees;
import org.plateaubench.app.study.Bundle;
import org.plateaubench.app.study.BundleCheck;
import org.plateaubench.app.study.SshSignature;
import org.plateaubench.app.study.StudyFolder;
import org.plateaubench.cli.command.CommandName;
import org.plateaubench.cli.command.ExitCode;
import org.plateaubench.cli.command.RunsFolder;
import org.plateaubench.cli.command.RunsFolder.StudiesFolder;
import org.plateaubench.cli.command.Terminal;
import org.plateaubench.engine.config.ScoreReference;
import org.plateaubench.engine.config.key.ScalarTypes;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.report.ReferenceMaker;
import org.plateaubench.engine.report.comparison.BaselineCheck;
import org.plateaubench.engine.report.comparison.Comparison;
import org.plateaubench.engine.report.comparison.ComparisonText;
import org.plateaubench.engine.report.comparison.History;
import org.plateaubench.engine.report.comparison.History.PastRun;
import org.plateaubench.engine.report.comparison.HistoryText;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.engine.store.RunFolder.FolderId;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands that judge, compare and pack stored runs. */
public final class ResultCommands {
    private static final String WITH = "with";

    private ResultCommands() {}

    @Command(
            name = "judge",
            description = {"Judges a stored run again, from its folder alone.", RunsFolder.VERDICT_HELP},
            footer = "  ./plateau judge last --write")
    static int judge(
            @Parameters(description = RunsFolder.RUN_HELP) String run,
            @Mixin RunsFolder runs,
            @Option(names = "--write", description = "Add the judgement to the run as judgements/NNN.json.")
                    boolean write)
            throws IOException {
        Path folder = runs.findEnded(run);
        try (Installation installation = Installation.open()) {
            RunReports reports = installation.reports(folder);
            Terminal.print(reports.judgement(), folder);
            if (write) {
                System.out.println("written: " + RunFolder.of(folder).addJudgement(reports.judgement()));
            }
            return ExitCode.of(reports.judgement().verdict()).code();
        }
    }

    @Command(
            name = "compare",
            description = {
                "Compares stored runs with the first one named, or each set of runs after the word 'with' with the first"
                        + " set.",
                "Prints reasons against the comparison, differences of plan and environment, then every figure with its"
                        + " change and whether chance explains it.",
            },
            footer = {
                "  ./plateau compare 4f2a1c last",
                "  ./plateau compare 4f2a1c,81d0e2,77aa01 with 90bb12,0c3d4e,last"
            })
    static int compare(
            @Parameters(
                            paramLabel = "<run>",
                            arity = "0..*",
                            description = RunsFolder.RUN_HELP + " Two or more; or sets with the word 'with' between"
                                    + " them. A set is runs with commas between.")
                    @Nullable
                    List<String> named,
            @Mixin RunsFolder runs,
            @Option(names = "--all", description = "Show every figure, and minor differences of plan and environment.")
                    boolean all,
            @Option(names = "--json", description = "Print the comparison as JSON, schema " + Comparison.SCHEMA + ".")
                    boolean json,
            @Option(
                            names = "--check",
                            description = "Exit with 1 if a run or set is worse than the first, with 2 if that cannot"
                                    + " be decided, and print the reason on standard error.")
                    boolean check,
            @Option(
                            names = "--tolerance",
                            defaultValue = "5",
                            description =
                                    "Greatest change for the worse that --check accepts (default: ${DEFAULT-VALUE}).")
                    double tolerance)
            throws IOException {
        if (!(tolerance >= 0)) {
            throw new UsageError("--tolerance is a change in percent, 0 or more, and not " + tolerance + ".");
        }
        Comparison comparison = Installation.compare(sets(named == null ? List.of() : named, runs));
        Terminal terminal = Terminal.detect();
        System.out.print(
                json
                        ? Documents.text(comparison)
                        : ComparisonText.of(comparison, terminal.columns(), terminal.style(), all));
        if (!check) {
            return ExitCode.PASS.code();
        }
        BaselineCheck result = BaselineCheck.of(comparison, tolerance);
        result.sentences().forEach(CommandName::report);
        return ExitCode.of(result.verdict()).code();
    }

    /** The runs of each set; without the word 'with', each run is a set. */
    private static List<List<Path>> sets(List<String> named, RunsFolder runs) throws IOException {
        List<List<String>> words = new ArrayList<>();
        for (String word : named) {
            if (words.isEmpty() || word.equals(WITH) || !named.contains(WITH)) {
                words.add(new ArrayList<>());
            }
            if (!word.equals(WITH)) {
                words.getLast().addAll(List.of(word.split(",", -1)));
            }
        }
        if (words.size() < 2) {
            throw new UsageError(
                    "compare needs two runs or more, as in './plateau compare 4f2a1c last'; ./plateau runs lists"
                            + " them.");
        }
        Set<Path> all = new HashSet<>();
        List<List<Path>> sets = new ArrayList<>();
        for (List<String> set : words) {
            if (set.isEmpty()) {
                throw new UsageError(
                        "a set of runs is missing, as in './plateau compare 4f2a1c,81d0e2 with 77aa01,90bb12'.");
            }
            sets.add(new ArrayList<>());
            for (String run : set) {
                if (run.isBlank()) {
                    throw new UsageError("a run is missing before or after a comma.");
                }
                Path folder = runs.findEnded(run.strip());
                if (!all.add(folder)) {
                    throw new UsageError("the run " + folder.getFileName() + " is named already: name each run once.");
                }
                sets.getLast().add(folder);
            }
        }
        return sets;
    }

    @Command(
            name = "history",
            description = {
                "Shows the figures of all runs of a name over time, and the changes in them.",
                "For each change the first run after it is named. Runs with different plans, classes or hosts are"
                        + " examined separately; no figure includes runs that did not complete or are invalid. The"
                        + " newest " + PastRuns.MAX_RUNS + " runs are read.",
            },
            footer = {"  ./plateau history quickstart", "  ./plateau history shop --runs-dir /srv/runs --json"})
    static void history(
            @Parameters(description = "Name of the runs: run.name of their run files.") String name,
            @Mixin RunsFolder runs,
            @Option(names = "--json", description = "Print the history as JSON, schema " + History.SCHEMA + ".")
                    boolean json)
            throws IOException {
        List<RunFolder> all = RunFolder.list(runs.path());
        List<PastRun> past = new ArrayList<>();
        SharedTrees shared = new SharedTrees();
        for (RunFolder folder : PastRuns.named(all, name)) {
            past.add(PastRuns.read(folder, shared));
        }
        if (past.isEmpty()) {
            throw new UsageError("no run of the name '" + name + "' has ended in "
                    + runs.path().toAbsolutePath() + "; " + names(all));
        }
        History history = History.of(name, past);
        System.out.print(
                json
                        ? Documents.text(history)
                        : HistoryText.of(history, Terminal.detect().columns()));
    }

    private static String names(List<RunFolder> all) {
        TreeSet<String> names = new TreeSet<>();
        all.forEach(folder -> FolderId.of(folder.runId()).ifPresent(id -> names.add(id.name())));
        return names.isEmpty() ? "there is no run." : "there are: " + String.join(", ", names) + ".";
    }

    @Command(
            name = "reference",
            description = {
                "Writes a reference from one or more runs of the same workloads: the rates to which scores of other"
                        + " runs are normalised, with their origin and a digest.",
                "The runs must have passed and be of class modified or standard. A run file names the reference with"
                        + " score: { reference: FILE }."
            },
            footer = {
                "  ./plateau reference last --to configs/references/lab-2026.yaml",
                "  ./plateau reference 4f2a1c 81d0e2 77aa01 --to lab-2026.yaml"
            })
    static void reference(
            @Parameters(paramLabel = "<run>", arity = "1..*", description = RunsFolder.RUN_HELP) List<String> named,
            @Mixin RunsFolder runs,
            @Option(
                            names = "--to",
                            paramLabel = "<file>",
                            required = true,
                            description = "File to write, which must not exist yet; it names the reference.")
                    Path to,
            @Option(
                            names = "--infrastructure",
                            paramLabel = "<workload>",
                            description = "A workload whose operations are scored once for all tiles; may be repeated.")
                    @Nullable
                    Set<String> infrastructure,
            @Option(
                            names = "--infrastructure-weight",
                            defaultValue = "0.2",
                            description = "Weight of infrastructure in the score (default: ${DEFAULT-VALUE}).")
                    double weight)
            throws IOException {
        if (!(weight > 0 && weight < 1)) {
            throw new UsageError("--infrastructure-weight is a part above 0 and below 1, and not " + weight + ".");
        }
        // A path without a name, such as the root of a file system, exists.
        UsageError.requireNew(to);
        String called = to.getFileName().toString().replaceFirst("\\.ya?ml$", "");
        String problem = ScalarTypes.problemOfName(called);
        if (!problem.isEmpty()) {
            throw new UsageError("The name of a reference " + problem + ", found '" + called + "'.");
        }
        Set<Path> folders = new LinkedHashSet<>();
        for (String run : named) {
            if (!folders.add(runs.find(run).toRealPath())) {
                throw new UsageError("'" + run + "' names a run that is named already: name each run once.");
            }
        }
        ReferenceMaker.Result made = ReferenceMaker.make(
                called,
                List.copyOf(folders),
                infrastructure == null ? Set.of() : infrastructure,
                new ScoreReference.Weights(Math.rint((1 - weight) * 1e6) / 1e6, weight));
        if (!made.problems().isEmpty()) {
            throw new UsageError(String.join(System.lineSeparator() + "plateau: ", made.problems()));
        }
        Files.writeString(to, made.text(), StandardOpenOption.CREATE_NEW);
        System.out.println(to);
    }

    @Command(
            name = "bundle",
            description = {
                "Packs a completed run, or a study with all its runs, into one zip file, which has everything that the"
                        + " verdict is based on, the result and a digest of each file, so that others can check it with"
                        + " ./plateau verify-bundle.",
                "Pages, logs of systems under test and notes are left out."
            },
            footer = {
                "  ./plateau bundle last",
                "  ssh-keygen -t ed25519 -N '' -f signer",
                "  ./plateau bundle 4f2a1c --to result.bundle.zip --sign signer"
            })
    static void bundle(
            @Parameters(
                            description = "Run, or trials, search or study: a folder, an id, a unique part of an id, or"
                                    + " '" + RunsFolder.LAST + "' for the last run.")
                    String run,
            @Mixin RunsFolder runs,
            @Mixin StudiesFolder studies,
            @Option(
                            names = "--to",
                            paramLabel = "<file>",
                            description = "File to write, which must not exist yet; by default the run's id with "
                                    + Bundle.SUFFIX + ".")
                    @Nullable
                    Path to,
            @Option(
                            names = "--sign",
                            description = "Private key with which ssh-keygen signs the bundle. The signature is written"
                                    + " to its folder, with " + SshSignature.SUFFIX + " at the end of its name.")
                    @Nullable
                    Path key)
            throws IOException, InterruptedException {
        if (key != null) {
            UsageError.requireFile(key, "--sign: ");
            SshSignature.requirePrivateKey(key);
        }
        Optional<StudyFolder> study = run.equals(RunsFolder.LAST) ? Optional.empty() : studies.findIfAny(run);
        RunFolder folder = study.isPresent() ? null : RunFolder.of(runs.find(run));
        String id = folder == null ? study.orElseThrow().id() : folder.runId();
        Path file = to == null ? Path.of(id + Bundle.SUFFIX) : to;
        Path signature = file.resolveSibling(file.getFileName() + SshSignature.SUFFIX);
        UsageError.requireNew(file);
        if (key != null) {
            UsageError.requireNew(signature);
        }
        if (folder == null) {
            Bundle.ofStudy(study.orElseThrow(), file);
        } else {
            Bundle.ofRun(folder, file);
        }
        System.out.println(file);
        if (key != null) {
            SshSignature.sign(file, key);
            System.out.println(signature);
        }
    }

    static final class Signed {
        @Option(
                names = "--signature",
                required = true,
                description = "Signature of the bundle, made by bundle --sign or ssh-keygen -Y sign -n file.")
        private Path file = Path.of("");

        @Option(
                names = "--signer",
                required = true,
                description = "Public key of OpenSSH (.pub) of the expected signer.")
        private Path key = Path.of("");
    }

    @Command(
            name = "verify-bundle",
            description = {
                "Checks the bundle of a run or a study: every file against its digest, the signature, and verdict and"
                        + " figures by judging the measurements again. Needs no plugin.",
                "Without --signature only accidental damage is found: the bundle is shown to be consistent, but not who"
                        + " made it.",
                "The exit code is 0 when it is in order, 1 when it is not, 3 when it cannot be checked."
            },
            footer = {
                "  ./plateau verify-bundle result.bundle.zip",
                "  ./plateau verify-bundle result.bundle.zip --signature result.bundle.zip.sig --signer signer.pub"
            })
    static int verify(
            @Parameters(description = "The bundle.") Path file, @ArgGroup(exclusive = false) @Nullable Signed signed)
            throws IOException, InterruptedException {
        UsageError.requireFile(file, "");
        List<String> problems = new ArrayList<>();
        String signature = "not checked, so it is not known who made the bundle; see --signature";
        if (signed != null) {
            UsageError.requireFile(signed.file, "--signature: ");
            UsageError.requireFile(signed.key, "--signer: ");
            SshSignature.problem(file, signed.file, signed.key).ifPresent(problems::add);
            signature = (problems.isEmpty() ? "by the key of " : "not by the key of ") + signed.key;
        }
        BundleCheck check = BundleCheck.of(file);
        problems.addAll(check.problems());
        if (!check.content().isEmpty()) {
            print("content", check.content());
            print("signature", signature);
            print("outcome", check.outcome() == null ? "cannot be judged" : check.outcome() + " (judged again)");
            check.scores().forEach(score -> print("score", score));
        }
        problems.forEach(CommandName::report);
        System.out.println(problems.isEmpty() ? "IN ORDER" : "NOT IN ORDER");
        return (problems.isEmpty() ? ExitCode.PASS : ExitCode.FAIL).code();
    }

    private static void print(String label, String text) {
        System.out.printf("%-11s%s%n", label, text);
    }
}
