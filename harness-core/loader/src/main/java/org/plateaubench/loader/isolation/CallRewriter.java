// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.loader.isolation;

import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.attribute.StackMapTableAttribute;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DynamicCallSiteDesc;
import java.lang.constant.MethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.LambdaMetafactory;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/**
 * Redirects to {@link PluginGuard} the calls in a plugin's class that would end or change the process, or start a
 * virtual thread. These are plain calls and method references and, for calls that would end or change the process, also
 * reflection by {@code Method.invoke}, {@code Lookup.findStatic} and {@code findVirtual}. Thread-safe.
 */
final class CallRewriter {
    private static final ClassDesc GUARD = ClassDesc.of(PluginGuard.class.getName());
    private static final ClassDesc LAMBDAS = ClassDesc.of(LambdaMetafactory.class.getName());
    private static final ClassDesc METHOD = ClassDesc.of(Method.class.getName());
    private static final String METHOD_OWNER = "java/lang/reflect/Method";
    private static final MethodTypeDesc CHECK_TYPE = MethodTypeDesc.of(ConstantDescs.CD_void, METHOD);

    /**
     * Keeps the stack map frames of the compiler, since no redirected call changes them. To compute them again would
     * require the supertypes of every type in them, and an optional library of a plugin may be missing.
     */
    private final ClassFile format = ClassFile.of(ClassFile.StackMapsOption.DROP_STACK_MAPS);

    /**
     * Whether a class names any guarded method.
     *
     * @throws IllegalArgumentException when the bytes are not a class file
     */
    boolean isConcernedBy(byte[] bytes) {
        for (PoolEntry entry : format.parse(bytes).constantPool()) {
            if (entry instanceof MemberRefEntry member && (isReflection(member) || guarded(member) != null)) {
                return true;
            }
        }
        return false;
    }

    private static @Nullable GuardedCall guarded(MemberRefEntry member) {
        return GuardedCall.find(
                member.owner().asInternalName(),
                member.name().stringValue(),
                member.type().stringValue());
    }

    private static boolean isReflection(MemberRefEntry member) {
        return member.owner().asInternalName().equals(METHOD_OWNER)
                && member.name().equalsString("invoke");
    }

    /**
     * The class with its calls redirected to the guard.
     *
     * @throws IllegalArgumentException when this is not a class file
     */
    byte[] rewritten(byte[] bytes) {
        return format.transformClass(format.parse(bytes), (type, element) -> {
            CodeModel code =
                    element instanceof MethodModel method ? method.code().orElse(null) : null;
            if (element instanceof MethodModel method && code != null) {
                type.transformMethod(method, MethodTransform.transformingCode(new Leading(code)));
            } else {
                type.with(element);
            }
        });
    }

    /** Redirects the calls of one method, and restores its frames. */
    private record Leading(CodeModel original) implements CodeTransform {
        @Override
        public void accept(CodeBuilder code, CodeElement element) {
            rewrite(code, element);
        }

        @Override
        public void atEnd(CodeBuilder code) {
            original.findAttribute(Attributes.stackMapTable())
                    .ifPresent(frames -> code.with(StackMapTableAttribute.of(frames.entries())));
        }
    }

    private static void rewrite(CodeBuilder code, CodeElement element) {
        switch (element) {
            case InvokeInstruction call -> rewrite(code, call);
            case InvokeDynamicInstruction call -> rewrite(code, call);
            default -> code.with(element);
        }
    }

    private static void rewrite(CodeBuilder code, InvokeInstruction call) {
        GuardedCall guarded = guarded(call.method());
        if (guarded != null) {
            code.invokestatic(GUARD, guarded.name(), guarded.guardType());
            return;
        }
        if (isReflection(call.method())) {
            // The stack holds method, object and arguments: the guard checks the method, and the call continues
            // unchanged.
            code.dup2_x1()
                    .pop2()
                    .dup()
                    .invokestatic(GUARD, "check", CHECK_TYPE)
                    .dup_x2()
                    .pop();
        }
        code.with(call);
    }

    private static void rewrite(CodeBuilder code, InvokeDynamicInstruction call) {
        if (hasGuarded(call)) {
            code.invokedynamic(rewritten(call));
        } else {
            code.with(call);
        }
    }

    private static boolean hasGuarded(InvokeDynamicInstruction call) {
        return call.bootstrapArgs().stream()
                .anyMatch(argument -> argument instanceof DirectMethodHandleDesc handle && guarded(handle) != null);
    }

    private static @Nullable GuardedCall guarded(DirectMethodHandleDesc handle) {
        String owner = handle.owner().descriptorString();
        return GuardedCall.find(owner.substring(1, owner.length() - 1), handle.methodName(), handle.lookupDescriptor());
    }

    private static DynamicCallSiteDesc rewritten(InvokeDynamicInstruction call) {
        ConstantDesc[] arguments = call.bootstrapArgs().stream()
                .map(argument -> argument instanceof DirectMethodHandleDesc handle ? led(handle) : argument)
                .toArray(ConstantDesc[]::new);
        return DynamicCallSiteDesc.of(call.bootstrapMethod(), call.name().stringValue(), type(call), arguments);
    }

    /**
     * The type of a call site whose method is replaced. The receiver of a reference such as {@code builder::start} may
     * have a subtype of the method's class; the guard's method is static, so the call site must have exactly its
     * parameter type.
     */
    private static MethodTypeDesc type(InvokeDynamicInstruction call) {
        MethodTypeDesc type = call.typeSymbol();
        boolean isReference = call.bootstrapMethod().owner().equals(LAMBDAS) && type.parameterCount() == 1;
        for (ConstantDesc argument : call.bootstrapArgs()) {
            if (isReference && argument instanceof DirectMethodHandleDesc handle) {
                GuardedCall guarded = guarded(handle);
                type = guarded == null || guarded.isStatic() ? type : type.changeParameterType(0, handle.owner());
            }
        }
        return type;
    }

    private static ConstantDesc led(DirectMethodHandleDesc handle) {
        GuardedCall guarded = guarded(handle);
        return guarded == null
                ? handle
                : MethodHandleDesc.ofMethod(
                        DirectMethodHandleDesc.Kind.STATIC, GUARD, guarded.name(), guarded.guardType());
    }
}
