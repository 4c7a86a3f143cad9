// SPDX-License-Identifier: Apache-2.0
/** The tools with which plugin authors test their plugins. */
@NullMarked
package org.plateaubench.testkit;

import org.jspecify.annotations.NullMarked;
