// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.scenario.value;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * A Java file, compiled in memory with the classes of the JDK.
 *
 * @param type class of the file, null if the file has errors
 * @param errors errors of the file, with file, line and column
 */
record JavaFile(@Nullable Class<?> type, List<String> errors) {

    static JavaFile compile(String className, String text) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            return new JavaFile(null, List.of("this Java has no compiler, which only a JDK contains"));
        }
        String file = className + ".java";
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        try (Classes classes =
                new Classes(compiler.getStandardFileManager(diagnostics, Locale.ROOT, StandardCharsets.UTF_8))) {
            boolean compiled = compiler.getTask(
                            null,
                            classes,
                            diagnostics,
                            List.of("-proc:none", "-classpath", ""),
                            null,
                            List.of(new SourceText(file, text)))
                    .call();
            if (compiled) {
                return new JavaFile(new Loader(classes.compiled).loadClass(className), List.of());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (ClassNotFoundException e) {
            return new JavaFile(null, List.of(file + " has no class " + className + " outside of a package"));
        }
        return new JavaFile(
                null,
                diagnostics.getDiagnostics().stream()
                        .filter(each -> each.getKind() == Diagnostic.Kind.ERROR)
                        .map(each -> file + ":" + each.getLineNumber() + ":" + each.getColumnNumber() + ": "
                                + each.getMessage(Locale.ROOT)
                                        .lines()
                                        .findFirst()
                                        .orElse("it cannot be compiled"))
                        .toList());
    }

    private static final class SourceText extends SimpleJavaFileObject {
        private final String text;

        SourceText(String file, String text) {
            super(URI.create("memory:///" + file), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    private static final class ClassBytes extends SimpleJavaFileObject {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        ClassBytes(String className) {
            super(URI.create("memory:///" + className.replace('.', '/') + ".class"), Kind.CLASS);
        }

        @Override
        public OutputStream openOutputStream() {
            return bytes;
        }
    }

    private static final class Classes extends ForwardingJavaFileManager<JavaFileManager> {
        private final Map<String, ClassBytes> compiled = new HashMap<>();

        Classes(JavaFileManager files) {
            super(files);
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                Location location, String className, JavaFileObject.Kind kind, @Nullable FileObject sibling) {
            return compiled.computeIfAbsent(className, ClassBytes::new);
        }
    }

    private static final class Loader extends ClassLoader {
        private final Map<String, ClassBytes> compiled;

        Loader(Map<String, ClassBytes> compiled) {
            super(ClassLoader.getPlatformClassLoader());
            this.compiled = compiled;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            ClassBytes found = compiled.get(name);
            if (found == null) {
                throw new ClassNotFoundException(name);
            }
            byte[] bytes = found.bytes.toByteArray();
            return defineClass(name, bytes, 0, bytes.length);
        }
    }
}
