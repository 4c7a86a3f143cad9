// SPDX-License-Identifier: Apache-2.0
/** Rules for the whole code, checked on the compiled classes. */
@NullMarked
package org.plateaubench.architecture;

import org.jspecify.annotations.NullMarked;
