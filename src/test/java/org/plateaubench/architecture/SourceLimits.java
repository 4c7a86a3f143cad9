// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.architecture;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import javax.lang.model.element.Modifier;
import javax.tools.JavaFileObject;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/** The rules for source files that neither the compiler nor its checkers check, read with the parser of the JDK. */
final class SourceLimits {
    static final int LINES_OF_FILE = 500;
    /** From the brace that opens the body to the one that closes it. */
    static final int LINES_OF_METHOD = 60;

    private final Predicate<JavaFileObject> documented;
    private final List<String> faults = new ArrayList<>();

    private SourceLimits(Predicate<JavaFileObject> documented) {
        this.documented = documented;
    }

    /**
     * Returns the faults of the files, one line for each.
     *
     * @param documented files whose public types and methods must have Javadoc
     */
    static List<String> faults(List<? extends JavaFileObject> files, Predicate<JavaFileObject> documented)
            throws IOException {
        SourceLimits limits = new SourceLimits(documented);
        JavacTask task = (JavacTask)
                ToolProvider.getSystemJavaCompiler().getTask(null, null, null, List.of("-proc:none"), null, files);
        Trees trees = Trees.instance(task);
        for (CompilationUnitTree unit : task.parse()) {
            limits.check(unit, trees);
        }
        return limits.faults;
    }

    private void check(CompilationUnitTree unit, Trees trees) throws IOException {
        JavaFileObject file = unit.getSourceFile();
        String text = file.getCharContent(true).toString();
        long lines = text.lines().count();
        if (lines > LINES_OF_FILE) {
            faults.add(file.getName() + ": " + lines + " lines, and no file may have more than " + LINES_OF_FILE);
        }
        new Declarations(unit, trees, text).scan(new TreePath(unit), documented.test(file));
    }

    /** The declarations of a file; the argument of each visit tells whether the enclosing type is public and needs Javadoc. */
    private final class Declarations extends TreePathScanner<@Nullable Void, Boolean> {
        private final CompilationUnitTree unit;
        private final Trees trees;
        private final SourcePositions positions;
        private final String text;

        Declarations(CompilationUnitTree unit, Trees trees, String text) {
            this.unit = unit;
            this.trees = trees;
            this.positions = trees.getSourcePositions();
            this.text = text;
        }

        @Override
        public @Nullable Void visitClass(ClassTree type, Boolean isInPublicType) {
            boolean described = isInPublicType && isPublic(type.getModifiers());
            if (described) {
                requireJavadoc(type, type.getSimpleName().toString());
            }
            return scan(type.getMembers(), described);
        }

        @Override
        public @Nullable Void visitMethod(MethodTree method, Boolean isInPublicType) {
            Tree body = method.getBody();
            if (body != null) {
                long lines =
                        line(positions.getEndPosition(unit, body)) - line(positions.getStartPosition(unit, body)) + 1;
                if (lines > LINES_OF_METHOD) {
                    fault(
                            method,
                            nameOf(method) + " has " + lines + " lines, and no method may have more than "
                                    + LINES_OF_METHOD);
                }
            }
            if (isInPublicType
                    && isPublic(method.getModifiers())
                    && !overrides(method)
                    && !isCompactConstructor(method)) {
                requireJavadoc(method, nameOf(method));
            }
            return scan(body, false);
        }

        /** A constructor has the name of its class. */
        private String nameOf(MethodTree method) {
            boolean constructor = method.getReturnType() == null;
            return constructor && getCurrentPath().getParentPath().getLeaf() instanceof ClassTree type
                    ? type.getSimpleName().toString()
                    : method.getName().toString();
        }

        /** Members of interfaces are public without a modifier. */
        private boolean isPublic(ModifiersTree modifiers) {
            Tree surrounding = getCurrentPath().getParentPath().getLeaf();
            boolean ofInterface =
                    surrounding.getKind() == Tree.Kind.INTERFACE || surrounding.getKind() == Tree.Kind.ANNOTATION_TYPE;
            return modifiers.getFlags().contains(Modifier.PUBLIC)
                    || (ofInterface && !modifiers.getFlags().contains(Modifier.PRIVATE));
        }

        private boolean overrides(MethodTree method) {
            return method.getModifiers().getAnnotations().stream()
                    .anyMatch(annotation ->
                            annotation.getAnnotationType().toString().equals("Override"));
        }

        /** Compact constructors need no Javadoc, because that of the record describes the components. */
        private boolean isCompactConstructor(MethodTree method) {
            if (method.getReturnType() != null || method.getBody() == null) {
                return false;
            }
            int from = Math.toIntExact(positions.getEndPosition(unit, method.getModifiers()));
            int to = Math.toIntExact(positions.getStartPosition(unit, method.getBody()));
            return text.substring(from, to).indexOf('(') < 0;
        }

        private void requireJavadoc(Tree declaration, String name) {
            if (trees.getDocComment(getCurrentPath()) == null) {
                fault(declaration, name + " is public and has no Javadoc");
            }
        }

        private void fault(Tree place, String message) {
            faults.add(unit.getSourceFile().getName() + ":" + line(positions.getStartPosition(unit, place)) + ": "
                    + message);
        }

        private long line(long position) {
            return unit.getLineMap().getLineNumber(position);
        }
    }
}
