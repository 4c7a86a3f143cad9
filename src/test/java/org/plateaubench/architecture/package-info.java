// SPDX-License-Identifier: Apache-2.0
/** What holds for the code as a whole, checked on the compiled classes. */
@NullMarked
package org.plateaubench.architecture;

import org.jspecify.annotations.NullMarked;
