// SPDX-License-Identifier: Apache-2.0
/** What a plugin author tests with. */
@NullMarked
package org.plateaubench.testkit;

import org.jspecify.annotations.NullMarked;
