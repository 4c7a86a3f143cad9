// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.architecture;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * What the sources below some folders are found to break, each with its place. They are only parsed, so that a whole module takes a
 * fraction of a second.
 *
 * @param files how many were read
 * @param longFiles files of more lines than allowed
 * @param longMethods methods and constructors whose body, with its braces, has more lines than allowed
 * @param undocumented public types, and their public methods and constructors that override none, without Javadoc
 */
record SourceFindings(int files, List<String> longFiles, List<String> longMethods, List<String> undocumented) {
    static final int LINES_OF_A_FILE = 500;
    static final int LINES_OF_A_METHOD = 60;

    /** Reads all Java files below the folders, of which some may not exist. */
    static SourceFindings below(List<Path> folders) throws IOException {
        List<Path> files = new ArrayList<>();
        for (Path folder : folders) {
            if (Files.isDirectory(folder)) {
                try (Stream<Path> all = Files.walk(folder)) {
                    all.filter(file -> file.toString().endsWith(".java")).forEach(files::add);
                }
            }
        }
        SourceFindings findings =
                new SourceFindings(files.size(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        if (!files.isEmpty()) {
            findings.read(files);
        }
        return findings;
    }

    private void read(List<Path> paths) throws IOException {
        for (Path path : paths) {
            int lines = Files.readAllLines(path).size();
            if (lines > LINES_OF_A_FILE) {
                longFiles.add(path + " has " + lines + " lines");
            }
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            JavacTask task = (JavacTask) compiler.getTask(
                    null, manager, null, List.of("-proc:none"), null, manager.getJavaFileObjectsFromPaths(paths));
            Trees trees = Trees.instance(task);
            for (CompilationUnitTree unit : task.parse()) {
                new Reader(trees, unit).scan(unit, null);
            }
        }
    }

    /** Reads one file. */
    private final class Reader extends TreePathScanner<@Nullable Void, @Nullable Void> {
        private final Trees trees;
        private final CompilationUnitTree unit;
        /** Whether the type that is being read, and each around it, is public. */
        private boolean inPublic = true;

        private boolean inInterface;

        Reader(Trees trees, CompilationUnitTree unit) {
            this.trees = trees;
            this.unit = unit;
        }

        @Override
        public @Nullable Void visitClass(ClassTree type, @Nullable Void nothing) {
            boolean publicAround = inPublic;
            boolean interfaceAround = inInterface;
            inPublic &= isMember() && isPublic(type.getModifiers());
            inInterface = type.getKind() == Tree.Kind.INTERFACE || type.getKind() == Tree.Kind.ANNOTATION_TYPE;
            if (inPublic) {
                expectDocumented(type, type.getSimpleName().toString());
            }
            super.visitClass(type, null);
            inPublic = publicAround;
            inInterface = interfaceAround;
            return null;
        }

        @Override
        public @Nullable Void visitMethod(MethodTree method, @Nullable Void nothing) {
            BlockTree body = method.getBody();
            if (body != null) {
                SourcePositions positions = trees.getSourcePositions();
                long lines =
                        line(positions.getEndPosition(unit, body)) - line(positions.getStartPosition(unit, body)) + 1;
                if (lines > LINES_OF_A_METHOD) {
                    longMethods.add(place(method, method.getName() + " has " + lines + " lines"));
                }
            }
            // A compact constructor only checks the components, which the record's own Javadoc describes.
            if (inPublic && isPublic(method.getModifiers()) && !overrides(method) && !isOfRecord(method)) {
                expectDocumented(method, method.getName().toString());
            }
            return super.visitMethod(method, null);
        }

        /** Of a file or of another type, and neither local nor anonymous. */
        private boolean isMember() {
            Tree around = getCurrentPath().getParentPath().getLeaf();
            return around instanceof ClassTree || around instanceof CompilationUnitTree;
        }

        private boolean isPublic(ModifiersTree modifiers) {
            return modifiers.getFlags().contains(Modifier.PUBLIC)
                    || (inInterface && !modifiers.getFlags().contains(Modifier.PRIVATE));
        }

        private static boolean overrides(MethodTree method) {
            return method.getModifiers().getAnnotations().stream()
                    .anyMatch(annotation ->
                            annotation.getAnnotationType().toString().endsWith("Override"));
        }

        private boolean isOfRecord(MethodTree method) {
            return method.getReturnType() == null
                    && getCurrentPath().getParentPath().getLeaf().getKind() == Tree.Kind.RECORD;
        }

        private void expectDocumented(Tree declared, String name) {
            if (trees.getDocComment(getCurrentPath()) == null) {
                undocumented.add(place(declared, name + " has no Javadoc"));
            }
        }

        private String place(Tree tree, String finding) {
            long line = line(trees.getSourcePositions().getStartPosition(unit, tree));
            return unit.getSourceFile().getName() + ":" + line + " " + finding;
        }

        private long line(long position) {
            return unit.getLineMap().getLineNumber(position);
        }
    }
}
