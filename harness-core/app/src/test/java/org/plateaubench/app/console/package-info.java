// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.plateaubench.app.console;

import org.jspecify.annotations.NullMarked;
