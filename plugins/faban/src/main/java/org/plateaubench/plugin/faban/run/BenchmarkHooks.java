// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.faban.run;

import com.sun.faban.harness.Configure;
import com.sun.faban.harness.EndRun;
import com.sun.faban.harness.KillRun;
import com.sun.faban.harness.PostRun;
import com.sun.faban.harness.PreRun;
import com.sun.faban.harness.StartRun;
import com.sun.faban.harness.Validate;
import java.lang.annotation.Annotation;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.plateaubench.http.HttpConnector;
import org.plateaubench.plugin.faban.archive.UnsupportedDriver;

/** The hooks of a benchmark around its run. Used by one thread at a time. */
public final class BenchmarkHooks {
    private static final List<Class<? extends Annotation>> OF_HARNESS =
            List.of(StartRun.class, EndRun.class, KillRun.class);

    private final EmulatedUser context;
    private final List<Object> owners = new ArrayList<>();

    /** Creates the objects whose methods are hooks, and passes on exceptions of their constructors. */
    public BenchmarkHooks(List<Class<?>> classes, DriverSettings settings) throws Exception {
        HttpConnector none = origin -> {
            throw new IllegalStateException("A hook of a benchmark has no HttpTransport: there is no user yet");
        };
        context = new EmulatedUser(settings, new OwnFigures(), none, 0);
        for (Class<?> type : classes) {
            Constructor<?> constructor = type.getConstructor();
            owners.add(context.called(constructor::newInstance));
        }
    }

    /** Refuses hooks for work that the harness itself does. */
    public static void requireSupported(List<Class<?>> classes) throws UnsupportedDriver {
        for (Class<?> type : classes) {
            for (Method method : type.getMethods()) {
                for (Class<? extends Annotation> hook : OF_HARNESS) {
                    if (method.isAnnotationPresent(hook)) {
                        throw new UnsupportedDriver(
                                type.getName() + "." + method.getName() + "() has @" + hook.getSimpleName()
                                        + ": Plateau itself starts and ends the load.",
                                "Take it out, or move what it does to @PreRun or @PostRun.");
                    }
                }
                boolean isHook = List.of(Validate.class, Configure.class, PreRun.class, PostRun.class).stream()
                        .anyMatch(method::isAnnotationPresent);
                if (isHook && method.getParameterCount() > 0) {
                    throw new UnsupportedDriver(
                            type.getName() + "." + method.getName() + "() is a hook and cannot be called.",
                            "Give it no parameters.");
                }
            }
        }
    }

    /** Calls the hooks that validate, and passes on their exceptions. */
    public void validate() throws Exception {
        call(Validate.class);
    }

    /** Calls the hooks that prepare the run. */
    public void prepare() throws Exception {
        call(Configure.class);
        call(PreRun.class);
    }

    /** Calls the hooks for the end of the run. */
    public void afterRun() throws Exception {
        call(PostRun.class);
    }

    private void call(Class<? extends Annotation> hook) throws Exception {
        for (Object owner : owners) {
            for (Method method : Arrays.stream(owner.getClass().getMethods())
                    .filter(one -> one.isAnnotationPresent(hook))
                    .toList()) {
                context.called(() -> method.invoke(owner));
            }
        }
    }
}
