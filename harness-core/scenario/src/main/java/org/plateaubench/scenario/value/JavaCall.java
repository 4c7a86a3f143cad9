// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.scenario.value;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Finding;
import org.plateaubench.api.UsedFile;
import org.plateaubench.scenario.tree.Key;
import org.plateaubench.scenario.tree.Section;

/** A call of a static method in a Java file in the folder of the scenario. The method takes and returns texts by name. */
public final class JavaCall {
    /** The keys in addition to <code>java</code>. */
    public static final List<Key> KEYS = List.of(
            Key.mapping("in", "The texts that the method receives, by name."),
            Key.list("out", "The names of the texts that it returns, which become variables."));

    private static final String JAVA = "java";

    private final String className;
    private final String methodName;
    private final FileText file;
    private final Map<String, Template> in = new LinkedHashMap<>();
    private final Map<String, Integer> out = new LinkedHashMap<>();
    private @Nullable Method method;

    private JavaCall(String className, String methodName, FileText file) {
        this.className = className;
        this.methodName = methodName;
        this.file = file;
    }

    /** Reads a step <code>java: Sign.sign</code>. */
    public static JavaCall read(Section step, Scope scope) {
        String name = step.requiredText(JAVA);
        int dot = name.indexOf('.');
        boolean isMethod = name.matches("[A-Za-z_]\\w*\\.[A-Za-z_]\\w*");
        if (!isMethod) {
            step.problem(
                    JAVA, "'" + name + "' is not the name of a method.", "Write Sign.sign for a method of Sign.java.");
        }
        String className = name.substring(0, Math.max(0, dot));
        FileText file = isMethod
                ? scope.file(className + ".java", step, JAVA)
                : new FileText(new UsedFile(step.pathOf(JAVA), name, false));
        JavaCall call = new JavaCall(className, name.substring(dot + 1), file);
        Section inputs = step.section("in");
        for (String each : inputs.names()) {
            call.in.put(each, scope.template(inputs.requiredText(each), inputs, each));
        }
        step.texts("out").forEach(each -> call.out.put(each, scope.define(each, step)));
        return call;
    }

    /** Finds the methods of the calls in their files, and returns the problems. */
    public static List<Finding> load(List<JavaCall> calls) {
        List<Finding> findings = new ArrayList<>();
        Map<String, JavaFile> compiled = new LinkedHashMap<>();
        for (JavaCall call : calls) {
            boolean isFirst = !compiled.containsKey(call.className);
            JavaFile file = compiled.computeIfAbsent(call.className, name -> JavaFile.compile(name, call.file.text()));
            if (isFirst) {
                file.errors().forEach(error -> findings.add(call.file.problem(error + ".", "Correct the file.")));
            }
            Class<?> type = file.type();
            if (type != null) {
                call.method = method(type, call.methodName);
                if (call.method == null) {
                    findings.add(call.file.problem(
                            call.file.name() + " has no static method " + call.methodName + " that can be called.",
                            "Declare: public static Map<String, String> " + call.methodName
                                    + "(Map<String, String> in)."));
                }
            }
        }
        return findings;
    }

    private static @Nullable Method method(Class<?> type, String name) {
        for (Method method : type.getDeclaredMethods()) {
            if (method.getName().equals(name)
                    && Modifier.isStatic(method.getModifiers())
                    && method.getParameterCount() == 1
                    && method.getParameterTypes()[0] == Map.class
                    && Map.class.isAssignableFrom(method.getReturnType())) {
                method.setAccessible(true);
                return method;
            }
        }
        return null;
    }

    /** Calls the method and sets the variables. */
    public void run(Values values) throws StepFailure {
        Map<String, String> texts = new LinkedHashMap<>();
        for (Map.Entry<String, Template> each : in.entrySet()) {
            texts.put(each.getKey(), each.getValue().text(values));
        }
        Map<?, ?> returned = invoke(texts);
        for (Map.Entry<String, Integer> each : out.entrySet()) {
            Object value = returned.get(each.getKey());
            if (value == null) {
                throw StepFailure.error(JAVA, className + "." + methodName + " returned no " + each.getKey());
            }
            values.set(each.getValue(), value.toString());
        }
    }

    private Map<?, ?> invoke(Map<String, String> texts) throws StepFailure {
        Method current = method;
        try {
            Object returned = current == null ? null : current.invoke(null, texts);
            return returned == null ? Map.of() : (Map<?, ?>) returned;
        } catch (InvocationTargetException e) {
            throw StepFailure.error(JAVA, className + "." + methodName + " threw " + e.getCause());
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }
}
