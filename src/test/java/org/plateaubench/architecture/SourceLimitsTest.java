// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.plateaubench.command.LaunchedPlateau;

/** No file and no method is too long, and the types that partners compile against have Javadoc. */
final class SourceLimitsTest {
    private static final Pattern SOURCE = Pattern.compile("(?:.*/)?src/(?:main|test)/java/.*\\.java");
    /** Modules whose public types and methods have Javadoc. */
    private static final Pattern FOR_PARTNERS = Pattern.compile(
            "(?:harness-core/(?:api|measure|wire|http|testkit|launch|junit)|plugins/faban/annotations)/src/.*");
    /** What is built, and templates of sources. */
    private static final Set<String> SKIPPED = Set.of("target", "node_modules", "resources");
    /** Number of files whose syntax trees are in memory at once. */
    private static final int AT_ONCE = 200;

    @Test
    void sourcesKeepTheirLimits() throws IOException {
        Path home = LaunchedPlateau.home();
        List<Path> sources = sources(home);
        List<String> faults = new ArrayList<>();
        try (StandardJavaFileManager files =
                ToolProvider.getSystemJavaCompiler().getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            for (int from = 0; from < sources.size(); from += AT_ONCE) {
                List<Path> some = sources.subList(from, Math.min(from + AT_ONCE, sources.size()));
                List<JavaFileObject> units = new ArrayList<>();
                files.getJavaFileObjectsFromPaths(some).forEach(units::add);
                faults.addAll(SourceLimits.faults(
                        units,
                        file -> FOR_PARTNERS
                                .matcher(below(home, Path.of(file.toUri())))
                                .matches()));
            }
        }

        assertThat(faults).isEmpty();
        assertThat(sources)
                .as("sources of all modules")
                .hasSizeGreaterThan(3_000)
                .filteredOn(source -> FOR_PARTNERS.matcher(below(home, source)).matches())
                .hasSizeGreaterThan(300);
    }

    @Test
    void aFileThatIsTooLongIsNamed() throws IOException {
        String longest = "class Sample {\n" + "\n".repeat(498) + "}\n";

        assertThat(faults(longest, file -> false)).isEmpty();
        assertThat(faults("\n" + longest, file -> false))
                .containsExactly("/Sample.java: 501 lines, and no file may have more than 500");
    }

    @Test
    void aMethodThatIsTooLongIsNamedWhereverItIs() throws IOException {
        String longest = "{" + "\n".repeat(59) + "}";
        String tooLong = "{" + "\n".repeat(60) + "}";

        assertThat(faults("class Sample {\n void method() " + longest + "\n Sample() " + longest + "}", file -> false))
                .isEmpty();
        assertThat(faults("class Sample {\n void method() " + tooLong + "\n Sample() " + tooLong + "}", file -> false))
                .containsExactly(
                        "/Sample.java:2: method has 61 lines, and no method may have more than 60",
                        "/Sample.java:63: Sample has 61 lines, and no method may have more than 60");
        assertThat(faults(
                        "record Sample(int a) {\n Sample " + tooLong
                                + "\n static final Object O = new Object() { public String toString() " + tooLong
                                + "};\n"
                                + " void outer() { Runnable r = new Runnable() { public void run() " + tooLong
                                + "}; } }",
                        file -> false))
                .hasSize(4)
                .allMatch(fault -> fault.contains("61 lines") || fault.contains("outer has"));
    }

    @Test
    void whatIsPublicHasJavadoc() throws IOException {
        String source = """
                public class Sample {
                    public Sample() {}
                    public void method() {}
                    public interface Inner { void member(); private void own() {} }
                    public record Pair(int a) { public Pair {} public Pair(String a) { this(1); } public Pair() { this(1); } }
                    public @interface Note { int value(); }
                }
                """;

        assertThat(faults(source, file -> false)).isEmpty();
        assertThat(faults(source, file -> true))
                .containsExactly(
                        "/Sample.java:1: Sample is public and has no Javadoc",
                        "/Sample.java:2: Sample is public and has no Javadoc",
                        "/Sample.java:3: method is public and has no Javadoc",
                        "/Sample.java:4: Inner is public and has no Javadoc",
                        "/Sample.java:4: member is public and has no Javadoc",
                        "/Sample.java:5: Pair is public and has no Javadoc",
                        "/Sample.java:5: Pair is public and has no Javadoc",
                        "/Sample.java:5: Pair is public and has no Javadoc",
                        "/Sample.java:6: Note is public and has no Javadoc",
                        "/Sample.java:6: value is public and has no Javadoc");
    }

    @Test
    void whatIsNotPublicOrInheritsItsJavadocNeedsNone() throws IOException {
        String source = """
                /** Described. */
                public class Sample {
                    /** Described. */
                    public Sample() {}
                    @Override public String toString() { return ""; }
                    void method() {}
                    protected void forHeirs() {}
                    class Inner { public void method() {} }
                    private final Runnable work = new Runnable() { public void run() {} };
                }
                class Beside { public void method() {} }
                """;

        assertThat(faults(source, file -> true)).isEmpty();
    }

    private static List<String> faults(String source, Predicate<JavaFileObject> documented) throws IOException {
        return SourceLimits.faults(List.of(new Sample(source)), documented);
    }

    private static List<Path> sources(Path home) throws IOException {
        List<Path> sources = new ArrayList<>();
        Files.walkFileTree(home, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                String name = folder.getFileName().toString();
                boolean elsewhere = SKIPPED.contains(name) || name.startsWith(".");
                return elsewhere && !folder.equals(home) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (SOURCE.matcher(below(home, file)).matches()) {
                    sources.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        sources.sort(null);
        return sources;
    }

    private static String below(Path home, Path file) {
        return home.relativize(file).toString().replace('\\', '/');
    }

    /** A file of a test's own. */
    private static final class Sample extends SimpleJavaFileObject {
        private final String source;

        Sample(String source) {
            super(URI.create("string:///Sample.java"), Kind.SOURCE);
            this.source = source;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return source;
        }
    }
}
