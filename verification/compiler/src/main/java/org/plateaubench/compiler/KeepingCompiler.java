// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.compiler;

import java.io.InputStream;
import java.io.OutputStream;
import java.io.Writer;
import java.nio.charset.Charset;
import java.util.Locale;
import java.util.Set;
import javax.lang.model.SourceVersion;
import javax.tools.DiagnosticListener;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;

/** A compiler whose compilations find their checkers in a class loader that lasts. */
final class KeepingCompiler implements JavaCompiler {
    private final JavaCompiler compiler;

    KeepingCompiler(JavaCompiler compiler) {
        this.compiler = compiler;
    }

    @Override
    public CompilationTask getTask(
            Writer out,
            JavaFileManager files,
            DiagnosticListener<? super JavaFileObject> diagnostics,
            Iterable<String> options,
            Iterable<String> classes,
            Iterable<? extends JavaFileObject> sources) {
        JavaFileManager keeping =
                files instanceof StandardJavaFileManager ? new KeptCheckers((StandardJavaFileManager) files) : files;
        return compiler.getTask(out, keeping, diagnostics, options, classes, sources);
    }

    @Override
    public StandardJavaFileManager getStandardFileManager(
            DiagnosticListener<? super JavaFileObject> diagnostics, Locale locale, Charset charset) {
        return compiler.getStandardFileManager(diagnostics, locale, charset);
    }

    @Override
    public int run(InputStream in, OutputStream out, OutputStream err, String... arguments) {
        return compiler.run(in, out, err, arguments);
    }

    @Override
    public int isSupportedOption(String option) {
        return compiler.isSupportedOption(option);
    }

    @Override
    public Set<SourceVersion> getSourceVersions() {
        return compiler.getSourceVersions();
    }
}
