// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.compiler;

import javax.inject.Named;
import javax.inject.Singleton;
import javax.tools.JavaCompiler;
import org.codehaus.plexus.compiler.javac.InProcessCompiler;
import org.codehaus.plexus.compiler.javac.JavacCompiler;
import org.codehaus.plexus.compiler.javac.JavaxToolsCompiler;

/** The compiler plugin's javac, but that all compilations of a build in Maven's JVM load the checkers (Error Prone, NullAway) once. */
@Named(KeepingJavac.ID)
@Singleton
public final class KeepingJavac extends JavacCompiler {
    static final String ID = "javac-that-keeps-checkers";

    private final InProcessCompiler compiler = new JavaxToolsCompiler() {
        @Override
        protected JavaCompiler newJavaCompiler() {
            return new KeepingCompiler(super.newJavaCompiler());
        }
    };

    @Override
    public String getCompilerId() {
        return ID;
    }

    @Override
    protected InProcessCompiler inProcessCompiler() {
        return compiler;
    }
}
